export { isAiAgent } from "./agents/ai-agents.ts";
export {
  agentCatalogPath,
  endpointVersion,
  renderAgentCatalog,
  renderServerCard,
  renderServerCatalog,
} from "./agents/catalog.ts";
export { hasUpdates, renderFeed } from "./agents/feed.ts";
export {
  renderLlms,
  renderLlmsFull,
  renderRobots,
  renderSitemap,
  renderSitemapMarkdown,
} from "./agents/maps.ts";
export { renderMarkdown, renderMarkdownNotFound } from "./agents/page-markdown.ts";
export { renderSkill, renderSkillIndex } from "./agents/skill.ts";
export { assetFolder, listAssets, themeAsset } from "./assets.ts";
export { apiOrigins } from "./blocks/reference/servers.ts";
export { comparingBodies, drawingDifference } from "./difference/draw-difference.ts";
export { type Attributes, type Child, Html, h, htmlDocument } from "./html.ts";
export {
  type AnswerView,
  maxEarlierQuestions,
  maxQuestionChars,
  renderAnswer,
  type SourceView,
} from "./layout/render-answer.ts";
export {
  type FoundPage,
  frameIcons,
  renderNotFound,
  renderRedirect,
  renderSearch,
  renderThanks,
} from "./layout/render-other.ts";
export { type Drawers, maxCommentChars, offersPdf, renderPage } from "./layout/render-page.ts";
export { markdownHref, socialPictureFolder, socialPicturePath } from "./page-address.ts";
export { plainCustomization } from "./plain-customization.ts";
export { drawerFor, referencesIn } from "./render-document.ts";
export { fontOrigins } from "./theme/fonts.ts";
export { siteIcon } from "./theme/site-icon.ts";
export { drawSocialPicture, hasSocialPicture } from "./theme/social-picture.ts";
