import {
  agentCatalogPath,
  apiOrigins,
  assetFolder,
  drawSocialPicture,
  type FoundPage,
  frameIcons,
  hasSocialPicture,
  hasUpdates,
  listAssets,
  markdownHref,
  offersPdf,
  renderAgentCatalog,
  renderFeed,
  renderLlms,
  renderLlmsFull,
  renderMarkdown,
  renderMarkdownNotFound,
  renderNotFound,
  renderPage,
  renderRobots,
  renderSearch,
  renderServerCard,
  renderServerCatalog,
  renderSitemap,
  renderSitemapMarkdown,
  renderSkill,
  renderSkillIndex,
  siteIcon,
  socialPictureFolder,
} from "../../../site/index.ts";
import { splitBody } from "../../content/page-document.ts";
import { findPageByPath } from "../../content/page-tree.ts";
import { findRedirected } from "../../content/redirects.ts";
import { searchSections } from "../../content/search/index.ts";
import type { Extent } from "../../exchange/pdf/index.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { drawDiagrams } from "./diagrams.ts";
import { loadIcons } from "./icons.ts";
import type { PageApis } from "./page-apis.ts";
import { hasText, type PageNode } from "./page-order.ts";
import { earlierPage, previewBar } from "./preview-changes.ts";
import type { Rendered } from "./rendered.ts";
import type { ServedContent } from "./served-content.ts";
import { similarPages } from "./similar-pages.ts";
import { askPath } from "./site-around.ts";
import { pdfFolder, SpaceReader } from "./space-reader.ts";

export type ContentResponse =
  | { readonly rendered: Rendered }
  /** Long work that is done after the data is released. Aborting `signal` ends it. */
  | { readonly render: (signal: AbortSignal) => Promise<Rendered> }
  /** SVG, to be sent as PNG. */
  | { readonly picture: string }
  | { readonly pdf: Extent; readonly name: string }
  | { readonly redirect: string; readonly isPermanent: boolean };

const types = {
  html: "text/html; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  text: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  json: "application/json; charset=utf-8",
  speculation: "application/speculationrules+json",
  svg: "image/svg+xml",
  feed: "application/rss+xml; charset=utf-8",
} as const;

/** What a request to a served content asks for. */
export interface ContentRequest {
  /** Below the content's base path, decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly prefers: Preference;
}

/** Markdown instead of a page, or JSON instead of a page of results. */
export type Preference = "html" | "markdown" | "json";

/** Serves anything below the root of a content except its files. */
export async function serveContent(
  queries: Queries,
  served: ServedContent,
  request: ContentRequest,
): Promise<ContentResponse> {
  const { path } = request;
  if (path.startsWith(assetFolder))
    return asset(served, path.slice(assetFolder.length)) ?? missing(queries, served, request);
  const reader = await SpaceReader.open(queries, served);
  // A reader who returns to an answer, or received its address, has no question.
  if (path === askPath) return { redirect: `${served.basePath}~search`, isPermanent: false };
  if (path === "~search" || path === "~search/") return search(queries, reader, request);
  if (path.startsWith(socialPictureFolder)) {
    return picture(reader, path.slice(socialPictureFolder.length)) ?? missing(queries, served, request, reader);
  }
  if (path.startsWith(pdfFolder)) {
    return pdf(reader, path.slice(pdfFolder.length)) ?? missing(queries, served, request, reader);
  }
  const special = await specialFile(reader, path);
  if (special !== undefined) return { rendered: special };
  const isForAgents = served.site.agents !== undefined;
  const wantsMarkdown = path.endsWith(".md");
  if (wantsMarkdown && !isForAgents) return missing(queries, served, request, reader);
  const wantsFeed = path.endsWith("/rss.xml") || path === "rss.xml";
  const pagePath = path
    .replace(/(?:^|\/)rss\.xml$/, "")
    .replace(/\.md$/, "")
    .replace(/\/+$/, "");
  const found =
    pagePath === "" || (wantsMarkdown && pagePath === "index") ? reader.order.home : reader.order.findByPath(pagePath);
  if (found === undefined) {
    const elsewhere = (await moved(reader, pagePath, path)) ?? (await served.redirect?.(queries));
    return elsewhere ?? missing(queries, served, request, reader);
  }
  const target = readable(found);
  const href = target && reader.findHref(target);
  if (target === undefined || href === undefined) return missing(queries, served, request, reader);
  const canonical = wantsMarkdown ? markdownHref(href) : wantsFeed ? `${href.replace(/\/$/, "")}/rss.xml` : href;
  if (canonical !== formatAddress(served, path)) return { redirect: canonical, isPermanent: target === found };
  if (wantsFeed) return feed(queries, reader, target, request);
  if (wantsMarkdown || (request.prefers === "markdown" && isForAgents))
    return { rendered: await markdown(reader, target) };
  return { render: await html(queries, reader, target) };
}

const formatAddress = ({ basePath }: ServedContent, path: string) =>
  basePath + path.split("/").map(encodeURIComponent).join("/");

/** A page without text is represented by the first page with text below it. */
function readable(node: PageNode): PageNode | undefined {
  if (hasText(node.page)) return node;
  for (const below of node.pages) {
    const found = readable(below);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function html(
  queries: Queries,
  reader: SpaceReader,
  node: PageNode,
): Promise<(signal: AbortSignal) => Promise<Rendered>> {
  const page = await reader.page(node);
  const readApis = await reader.apis(node, page.document);
  const earlier = await earlierPage(queries, reader, page);
  const site = { ...reader.site(), preview: await previewBar(queries, reader, page) };
  const links = [
    `<${markdownHref(page.href)}>; rel="alternate"; type="text/markdown"`,
    `<${site.basePath}llms.txt>; rel="describedby"; type="text/plain"`,
    `<${site.root}${agentCatalogPath}>; rel="ai-catalog"; type="application/json"`,
  ].join(", ");
  const prefetches = reader.served.hasServer && reader.served.audience === "public";
  const speculation = prefetches ? { "Speculation-Rules": `"${site.basePath}${speculationPath}"` } : {};
  const headers = { ...speculation, ...(site.agents === undefined ? {} : { Link: links }) };
  return async (signal) => {
    const [apis, apisBefore] = [await (readApis ?? noApis)(signal), await (earlier?.readApis ?? noApis)(signal)];
    if (apis === undefined || apisBefore === undefined) return tooMany("API references");
    const shown = { ...page, ...apis, earlier: earlier && { ...earlier.page, ...apisBefore } };
    return {
      status: 200,
      type: types.html,
      text: await renderPage(site, shown, { drawDiagrams, loadIcons, signal }),
      headers,
      connectsTo: apiOrigins(shown.apis?.values() ?? []),
      // API descriptions change independently of the revision.
      isVolatile: readApis !== undefined,
    };
  };
}

const noApis = async (): Promise<Partial<PageApis>> => ({});

/** Says that too much of a kind is waiting already. */
export const tooMany = (what: string): Rendered => ({
  status: 503,
  type: types.text,
  text: `Too many ${what} are waiting.\n`,
  headers: { "Retry-After": "5" },
  isVolatile: true,
});

async function markdown(reader: SpaceReader, node: PageNode): Promise<Rendered> {
  const page = await reader.page(node);
  const text = renderMarkdown(reader.site(), page, await reader.markdown(node));
  const headers = {
    // Search engines list the HTML page instead.
    "X-Robots-Tag": "noindex",
    Link: `<${page.canonical}>; rel="canonical"`,
    "Content-Location": markdownHref(page.href),
  };
  return { status: 200, type: types.markdown, text, headers };
}

async function feed(
  queries: Queries,
  reader: SpaceReader,
  node: PageNode,
  request: ContentRequest,
): Promise<ContentResponse> {
  const page = await reader.page(node);
  if (!hasUpdates(page.document)) return missing(queries, reader.served, request, reader);
  return { rendered: { status: 200, type: types.feed, text: renderFeed(reader.site(), page) } };
}

function asset({ site }: ServedContent, name: string): ContentResponse | undefined {
  const found = listAssets(site.customization).find((one) => one.name === name);
  return found && { rendered: { status: 200, type: found.type, text: found.text, isImmutable: true } };
}

/** On the vendor's sites these addresses have no file extension. */
function picture(reader: SpaceReader, name: string): ContentResponse | undefined {
  const node = reader.order.find(name.replace(/\.png$/, ""));
  if (node === undefined || !hasText(node.page) || !hasSocialPicture(node.page.title)) return undefined;
  return { picture: drawSocialPicture(reader.site(), node.page) };
}

/** One page, by its id; undefined if the site offers no PDF, or if pages differ between readers. */
function pdf(reader: SpaceReader, name: string): ContentResponse | undefined {
  const { served } = reader;
  const node = reader.order.find(name.replace(/\.pdf$/, ""));
  if (node === undefined || !hasText(node.page)) return undefined;
  if (served.printsPdf !== true || served.visitor !== undefined || !offersPdf(reader.site().customization)) {
    return undefined;
  }
  const { space, revision } = served;
  return { pdf: { space, revision, page: node.page.id, only: true }, name: `${node.page.title}.pdf` };
}

/** The number of pages in each file of the full text. */
const pagesInFile = 50;

async function specialFile(reader: SpaceReader, path: string): Promise<Rendered | undefined> {
  const site = reader.site();
  const entries = () => reader.order.entries(reader.findHref);
  // A page with that name serves its Markdown at this address.
  if (path.endsWith(".md") && reader.order.findByPath(path.slice(0, -3)) !== undefined) return undefined;
  switch (path) {
    case "sitemap.xml":
      return { status: 200, type: types.xml, text: renderSitemap(site, entries()) };
    case speculationPath:
      return { status: 200, type: types.speculation, text: speculationRules(site) };
    case "robots.txt":
      return { status: 200, type: types.text, text: renderRobots(site) };
    case "~icon.svg":
      return { status: 200, type: types.svg, text: siteIcon(site.customization, site.title) };
    case "~search/pages.json":
      return { status: 200, type: types.json, text: await titleIndex(reader) };
    default:
      return site.agents && fileForAgents(reader, path);
  }
}

/** What a site serves only for agents. */
async function fileForAgents(reader: SpaceReader, path: string): Promise<Rendered | undefined> {
  const site = reader.site();
  const entries = () => reader.order.entries(reader.findHref);
  switch (path) {
    case "sitemap.md":
    case ".well-known/sitemap.md":
      return { status: 200, type: types.markdown, text: renderSitemapMarkdown(site, entries()) };
    case "skill.md":
      return { status: 200, type: types.markdown, text: renderSkill(site, entries()) };
    case ".well-known/agent-skills/index.json":
      return document(renderSkillIndex(site, entries()));
    case ".well-known/ai-catalog.json":
    case ".well-known/ard.json":
      return document(renderAgentCatalog(site));
    case "mcp/server-card":
    case ".well-known/mcp/server-card.json":
      return document(renderServerCard(site));
    case ".well-known/mcp/catalog.json":
      return document(renderServerCatalog(site));
    default: {
      const full = /^llms-full(?:-(\d{1,5}))?\.txt$/.exec(path);
      if (full !== null) return fullText(reader, Number(full[1] ?? 1));
      if (!/^llms(?:-\d{1,5})?\.txt$/.test(path)) return undefined;
      const text = renderLlms(site, entries()).get(path);
      return text === undefined ? undefined : { status: 200, type: types.text, text };
    }
  }
}

async function fullText(reader: SpaceReader, number: number): Promise<Rendered | undefined> {
  const listed = reader.order.listed.filter(
    ({ page }) => hasText(page) && page.noIndex !== true && page.noRobotsIndex !== true,
  );
  const pages = listed.slice((number - 1) * pagesInFile, number * pagesInFile);
  if (pages.length === 0) return undefined;
  const texts = [];
  for (const node of pages) {
    const canonical = new URL(reader.findHref(node) ?? "", reader.served.origin).href;
    texts.push({ title: node.page.title, canonical, markdown: await reader.markdown(node) });
  }
  const hasMore = listed.length > number * pagesInFile;
  return { status: 200, type: types.text, text: renderLlmsFull(reader.site(), texts, { number, hasMore }) };
}

const speculationPath = "~speculation.json";

/**
 * Lets browsers prefetch a page when the pointer hovers over its link. A header, because the policy bans inline rules.
 */
function speculationRules({ root }: { readonly root: string }): string {
  const pages = [
    { href_matches: `${root}*` },
    { not: { href_matches: `${root}*~*` } },
    { not: { href_matches: `${root}*.md` } },
    { not: { href_matches: `${root}*\\?*` } },
  ];
  return JSON.stringify({ prefetch: [{ where: { and: pages }, eagerness: "moderate" }] });
}

const document = (text: string | undefined): Rendered | undefined =>
  text === undefined ? undefined : { status: 200, type: types.json, text, headers: forAnyPage };

/** Lets clients in browsers read these files from other origins. */
const forAnyPage = { "Access-Control-Allow-Origin": "*" };

/** UTF-16 units of each page's text that the browser can search. */
const indexedWords = 600;

/** Titles, addresses and opening words of all pages: what the browser searches when there is no server. */
async function titleIndex(reader: SpaceReader): Promise<string> {
  const index: [string, string, string][] = [];
  for (const node of reader.order.listed) {
    if (!hasText(node.page) || node.page.noIndex === true) continue;
    const text = splitBody(await reader.markdown(node)).body;
    const words = text.replace(/\{%[^%]*%\}|<[^<>]*>|[#*`_|>[\]]|\([^()\s]*\)/g, " ").replace(/\s+/g, " ");
    index.push([node.page.title, reader.findHref(node) ?? "", words.trim().slice(0, indexedWords)]);
  }
  return JSON.stringify(index);
}

/** UTF-16 units. */
const maxQueryLength = 200;

const maxResults = 20;

async function search(
  queries: Queries,
  reader: SpaceReader,
  { query, prefers }: ContentRequest,
): Promise<ContentResponse> {
  const words = (query.get("q") ?? "").slice(0, maxQueryLength);
  const found = words.trim() === "" ? [] : await findPages(queries, reader, words);
  if (prefers === "json") return { rendered: { status: 200, type: types.json, text: JSON.stringify(found) } };
  const site = reader.site();
  const icon = await frameIcons(site, loadIcons);
  return { rendered: { status: 200, type: types.html, text: renderSearch(site, words.trim(), found, icon) } };
}

type SearchHits = Awaited<ReturnType<typeof searchSections>>["pages"];

/** UTF-16 units of the excerpt shown for a result. */
const excerptLength = 200;

export async function findPages(
  queries: Queries,
  reader: SpaceReader,
  query: string,
  limit = maxResults,
): Promise<FoundPage[]> {
  const { served, seenSections: see } = reader;
  const { pages } = await searchSections(queries, { spaces: [served.space], query, limit, offset: 0, see });
  return foundPages(reader, pages);
}

/** Pages that were found in what the visitor sees. */
export function foundPages(reader: SpaceReader, hits: SearchHits): FoundPage[] {
  return hits.flatMap((hit) => {
    const node = reader.order.find(hit.page);
    const href = node && reader.findHref(node);
    if (node === undefined || href === undefined) return [];
    const sections = hit.sections.map(({ title, anchor, body }) => {
      const excerpt = body.replace(/\s+/g, " ").trim().slice(0, excerptLength);
      return { title, href: anchor === "" ? href : `${href}#${anchor}`, excerpt };
    });
    return { title: node.page.title, href, sections };
  });
}

/** Redirects to the page that used to be at the path. */
async function moved(reader: SpaceReader, pagePath: string, path: string): Promise<ContentResponse | undefined> {
  const page =
    (await findPageByPath(reader.map, pagePath.toLowerCase())) ?? (await findRedirected(reader.map, pagePath));
  const node = page && reader.order.find(page.id);
  const href = node && reader.findHref(node);
  if (href === undefined) return undefined;
  return { redirect: path.endsWith(".md") ? markdownHref(href) : href, isPermanent: true };
}

const maxSimilar = 5;

async function missing(
  queries: Queries,
  served: ServedContent,
  { path, prefers }: ContentRequest,
  opened?: SpaceReader,
): Promise<ContentResponse> {
  const reader = opened ?? (await SpaceReader.open(queries, served));
  const listed = reader.order.listed.filter(({ page }) => hasText(page) && page.noIndex !== true);
  const similar = similarPages(path, listed, maxSimilar).flatMap((node) => {
    const href = reader.findHref(node);
    return href === undefined ? [] : { title: node.page.title, href, sections: [] };
  });
  const site = reader.site();
  if (served.site.agents !== undefined && (prefers === "markdown" || path.endsWith(".md"))) {
    return { rendered: { status: 404, type: types.markdown, text: renderMarkdownNotFound(site, similar) } };
  }
  const icon = await frameIcons(site, loadIcons);
  const text = renderNotFound(site, reader.contents(undefined), similar, icon);
  return { rendered: { status: 404, type: types.html, text } };
}
