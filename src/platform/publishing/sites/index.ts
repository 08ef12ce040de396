export { customizedOver, effectiveCustomization, parseCustomization } from "./customization.ts";
export {
  countPageFeedback,
  type FeedbackFilter,
  insertPageFeedback,
  listPageFeedback,
  type PageFeedback,
  removePageFeedbackOn,
} from "./page-feedback-rows.ts";
export { PreviewLinks } from "./preview-links.ts";
export { readersAccess } from "./published-page.ts";
export { ReaderTokens } from "./reader-tokens.ts";
export { followRedirect, listFollowed } from "./redirect-targets.ts";
export { resolveAddress, type SiteRoute } from "./resolve.ts";
export { conditionsFor, siteFor } from "./site-access.ts";
export { SiteLayout, type Variant } from "./site-layout.ts";
export { encodedPath, sectionPath, sitesPath, variantPath } from "./site-paths.ts";
export { presentSites } from "./site-view.ts";
export { findSiteById, findSites, findSitesNamed, hasSite, siteStamp } from "./sites-rows.ts";
export { removeSpaceFromSites } from "./structure-rows.ts";
