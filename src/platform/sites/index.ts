export { customizationOf, effectiveCustomization } from "./customization.ts";
export { PreviewLinks } from "./preview-links.ts";
export { findPublishedPage } from "./published-page.ts";
export { followRedirect } from "./redirect-targets.ts";
export { type Place, resolveAddress } from "./resolve.ts";
export { encodedPath, sectionPath, sitesPath, variantPath } from "./site-addresses.ts";
export type { Variant } from "./site-layout.ts";
export { findSiteById, siteStamp } from "./sites-rows.ts";
export { removeSiteSpacesOf } from "./structure-rows.ts";
