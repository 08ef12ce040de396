export { presentOrganization } from "./view.ts";
