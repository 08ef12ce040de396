export { hasUpdates, renderFeed } from "./agents/feed.ts";
export {
  renderLlms,
  renderLlmsFull,
  renderRobots,
  renderSitemap,
  renderSitemapMarkdown,
} from "./agents/maps.ts";
export { renderMarkdown, renderMarkdownNotFound } from "./agents/page-markdown.ts";
export { assetFolder, assetsOf, themeAsset } from "./assets.ts";
export { drawerFor } from "./draw-document.ts";
export { type Attributes, type Child, Html, h, htmlDocument } from "./html.ts";
export { type FoundPage, renderNotFound, renderSearch } from "./layout/render-other.ts";
export { renderPage } from "./layout/render-page.ts";
export { markdownHref } from "./page-address.ts";
export { plainCustomization } from "./plain-customization.ts";
export { referencesIn } from "./references.ts";
export { siteIcon } from "./theme/site-icon.ts";
