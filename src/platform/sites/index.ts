export { removeSiteSpacesOf } from "./structure-rows.ts";
