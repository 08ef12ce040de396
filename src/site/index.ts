export { hasUpdates, renderFeed } from "./agents/feed.ts";
export {
  renderLlms,
  renderLlmsFull,
  renderRobots,
  renderSitemap,
  renderSitemapMarkdown,
} from "./agents/maps.ts";
export { renderMarkdown, renderMarkdownNotFound } from "./agents/page-markdown.ts";
export { assetFolder, assetsOf } from "./assets.ts";
export { apiOrigins } from "./blocks/reference/servers.ts";
export { type FoundPage, renderNotFound, renderSearch } from "./layout/render-other.ts";
export { type Drawers, renderPage } from "./layout/render-page.ts";
export { markdownHref } from "./page-address.ts";
export { referencesIn } from "./references.ts";
export { siteIcon } from "./theme/site-icon.ts";
