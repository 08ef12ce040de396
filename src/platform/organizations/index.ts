export { presentOrganization, readSettings } from "./view.ts";
