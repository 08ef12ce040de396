export { presentOrganization, presentToOutsider, readSettings } from "./view.ts";
