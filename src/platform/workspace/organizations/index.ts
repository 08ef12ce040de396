export { unsetDefaultSite } from "./default-site.ts";
export { presentOrganization, presentToOutsider, readSettings } from "./view.ts";
