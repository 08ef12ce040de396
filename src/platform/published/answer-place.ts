import {
  agentCatalogPath,
  apiOrigins,
  assetFolder,
  assetsOf,
  drawSocialPicture,
  type FoundPage,
  frameIcons,
  hasSocialPicture,
  hasUpdates,
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
} from "../../site/index.ts";
import { splitBody } from "../content/page-document.ts";
import { findPageByPath } from "../content/page-tree.ts";
import { findRedirected } from "../content/redirects.ts";
import type { Queries } from "../kernel/database/tables.ts";
import type { Extent } from "../pdf/index.ts";
import { searchSections } from "../search/index.ts";
import { drawDiagrams } from "./diagrams.ts";
import { loadIcons } from "./icons.ts";
import type { PageApis } from "./page-apis.ts";
import { hasText, type PlacedPage } from "./page-order.ts";
import { earlierPage, previewBar } from "./preview-changes.ts";
import type { ReaderPlace } from "./reader-place.ts";
import type { Rendered } from "./rendered.ts";
import { similarPages } from "./similar-pages.ts";
import { askPath } from "./site-around.ts";
import { pdfFolder, SpaceReader } from "./space-reader.ts";

export type PlaceAnswer =
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

/** What a request to a place asks for. */
export interface PlaceRequest {
  /** Below the place's base path, decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly prefers: Preference;
}

/** Markdown instead of a page, or JSON instead of a page of results. */
export type Preference = "html" | "markdown" | "json";

/** Serves anything below the root of a content except its files. */
export async function answerPlace(queries: Queries, place: ReaderPlace, request: PlaceRequest): Promise<PlaceAnswer> {
  const { path } = request;
  if (path.startsWith(assetFolder))
    return asset(place, path.slice(assetFolder.length)) ?? missing(queries, place, request);
  const reader = await SpaceReader.open(queries, place);
  // A reader who returns to an answer, or received its address, has no question.
  if (path === askPath) return { redirect: `${place.basePath}~search`, isPermanent: false };
  if (path === "~search" || path === "~search/") return search(queries, reader, request);
  if (path.startsWith(socialPictureFolder)) {
    return picture(reader, path.slice(socialPictureFolder.length)) ?? missing(queries, place, request, reader);
  }
  if (path.startsWith(pdfFolder)) {
    return pdf(reader, path.slice(pdfFolder.length)) ?? missing(queries, place, request, reader);
  }
  const special = await specialFile(reader, path);
  if (special !== undefined) return { rendered: special };
  const isForAgents = place.site.agents !== undefined;
  const wantsMarkdown = path.endsWith(".md");
  if (wantsMarkdown && !isForAgents) return missing(queries, place, request, reader);
  const wantsFeed = path.endsWith("/rss.xml") || path === "rss.xml";
  const pagePath = path
    .replace(/(?:^|\/)rss\.xml$/, "")
    .replace(/\.md$/, "")
    .replace(/\/+$/, "");
  const found =
    pagePath === "" || (wantsMarkdown && pagePath === "index") ? reader.order.home : reader.order.findByPath(pagePath);
  if (found === undefined) {
    const elsewhere = (await moved(reader, pagePath, path)) ?? (await place.redirect?.(queries));
    return elsewhere ?? missing(queries, place, request, reader);
  }
  const target = readable(found);
  const href = target && reader.hrefOf(target);
  if (target === undefined || href === undefined) return missing(queries, place, request, reader);
  const canonical = wantsMarkdown ? markdownHref(href) : wantsFeed ? `${href.replace(/\/$/, "")}/rss.xml` : href;
  if (canonical !== addressOf(place, path)) return { redirect: canonical, isPermanent: target === found };
  if (wantsFeed) return feed(queries, reader, target, request);
  if (wantsMarkdown || (request.prefers === "markdown" && isForAgents))
    return { rendered: await markdown(reader, target) };
  return { render: await html(queries, reader, target) };
}

const addressOf = ({ basePath }: ReaderPlace, path: string) =>
  basePath + path.split("/").map(encodeURIComponent).join("/");

/** A page without text is represented by the first page with text below it. */
function readable(placed: PlacedPage): PlacedPage | undefined {
  if (hasText(placed.page)) return placed;
  for (const below of placed.pages) {
    const found = readable(below);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function html(
  queries: Queries,
  reader: SpaceReader,
  placed: PlacedPage,
): Promise<(signal: AbortSignal) => Promise<Rendered>> {
  const page = await reader.page(placed);
  const readApis = await reader.apis(placed, page.document);
  const earlier = await earlierPage(queries, reader, page);
  const site = { ...reader.site(), preview: await previewBar(queries, reader, page) };
  const links = [
    `<${markdownHref(page.href)}>; rel="alternate"; type="text/markdown"`,
    `<${site.basePath}llms.txt>; rel="describedby"; type="text/plain"`,
    `<${site.root}${agentCatalogPath}>; rel="ai-catalog"; type="application/json"`,
  ].join(", ");
  const prefetches = reader.place.hasServer && reader.place.audience === "public";
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
  text: `Too many ${what} wait.\n`,
  headers: { "Retry-After": "5" },
  isVolatile: true,
});

async function markdown(reader: SpaceReader, placed: PlacedPage): Promise<Rendered> {
  const page = await reader.page(placed);
  const text = renderMarkdown(reader.site(), page, await reader.markdown(placed));
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
  placed: PlacedPage,
  request: PlaceRequest,
): Promise<PlaceAnswer> {
  const page = await reader.page(placed);
  if (!hasUpdates(page.document)) return missing(queries, reader.place, request, reader);
  return { rendered: { status: 200, type: types.feed, text: renderFeed(reader.site(), page) } };
}

function asset({ site }: ReaderPlace, name: string): PlaceAnswer | undefined {
  const found = assetsOf(site.customization).find((one) => one.name === name);
  return found && { rendered: { status: 200, type: found.type, text: found.text, isImmutable: true } };
}

/** On the vendor's sites these addresses have no file extension. */
function picture(reader: SpaceReader, name: string): PlaceAnswer | undefined {
  const placed = reader.order.find(name.replace(/\.png$/, ""));
  if (placed === undefined || !hasText(placed.page) || !hasSocialPicture(placed.page.title)) return undefined;
  return { picture: drawSocialPicture(reader.site(), placed.page) };
}

/** One page, by its id; undefined if the site offers no PDF, or if pages differ between readers. */
function pdf(reader: SpaceReader, name: string): PlaceAnswer | undefined {
  const { place } = reader;
  const placed = reader.order.find(name.replace(/\.pdf$/, ""));
  if (placed === undefined || !hasText(placed.page)) return undefined;
  if (place.printsPdf !== true || place.visitor !== undefined || !offersPdf(reader.site().customization)) {
    return undefined;
  }
  const { space, revision } = place;
  return { pdf: { space, revision, page: placed.page.id, only: true }, name: `${placed.page.title}.pdf` };
}

/** The number of pages in each file of the full text. */
const pagesInFile = 50;

async function specialFile(reader: SpaceReader, path: string): Promise<Rendered | undefined> {
  const site = reader.site();
  const entries = () => reader.order.entries(reader.hrefOf);
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

/** What a site serves for agents alone. */
async function fileForAgents(reader: SpaceReader, path: string): Promise<Rendered | undefined> {
  const site = reader.site();
  const entries = () => reader.order.entries(reader.hrefOf);
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
  for (const placed of pages) {
    const canonical = new URL(reader.hrefOf(placed) ?? "", reader.place.origin).href;
    texts.push({ title: placed.page.title, canonical, markdown: await reader.markdown(placed) });
  }
  const hasMore = listed.length > number * pagesInFile;
  return { status: 200, type: types.text, text: renderLlmsFull(reader.site(), texts, { number, hasMore }) };
}

const speculationPath = "~speculation.json";

/** Lets browsers prefetch a page when the pointer hovers over its link. A header, because the policy bans inline rules. */
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
  for (const placed of reader.order.listed) {
    if (!hasText(placed.page) || placed.page.noIndex === true) continue;
    const text = splitBody(await reader.markdown(placed)).body;
    const words = text.replace(/\{%[^%]*%\}|<[^<>]*>|[#*`_|>[\]]|\([^()\s]*\)/g, " ").replace(/\s+/g, " ");
    index.push([placed.page.title, reader.hrefOf(placed) ?? "", words.trim().slice(0, indexedWords)]);
  }
  return JSON.stringify(index);
}

/** UTF-16 units. */
const longestQuery = 200;

const mostResults = 20;

async function search(queries: Queries, reader: SpaceReader, { query, prefers }: PlaceRequest): Promise<PlaceAnswer> {
  const words = (query.get("q") ?? "").slice(0, longestQuery);
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
  limit = mostResults,
): Promise<FoundPage[]> {
  const { place, seenSections: see } = reader;
  const { pages } = await searchSections(queries, { spaces: [place.space], query, limit, offset: 0, see });
  return foundPages(reader, pages);
}

/** Pages that were found in what the visitor sees. */
export function foundPages(reader: SpaceReader, hits: SearchHits): FoundPage[] {
  return hits.flatMap((hit) => {
    const placed = reader.order.find(hit.page);
    const href = placed && reader.hrefOf(placed);
    if (placed === undefined || href === undefined) return [];
    const sections = hit.sections.map(({ title, anchor, body }) => {
      const excerpt = body.replace(/\s+/g, " ").trim().slice(0, excerptLength);
      return { title, href: anchor === "" ? href : `${href}#${anchor}`, excerpt };
    });
    return { title: placed.page.title, href, sections };
  });
}

/** Redirects to the page that used to be at the path. */
async function moved(reader: SpaceReader, pagePath: string, path: string): Promise<PlaceAnswer | undefined> {
  const page =
    (await findPageByPath(reader.map, pagePath.toLowerCase())) ?? (await findRedirected(reader.map, pagePath));
  const placed = page && reader.order.find(page.id);
  const href = placed && reader.hrefOf(placed);
  if (href === undefined) return undefined;
  return { redirect: path.endsWith(".md") ? markdownHref(href) : href, isPermanent: true };
}

const maxSimilar = 5;

async function missing(
  queries: Queries,
  place: ReaderPlace,
  { path, prefers }: PlaceRequest,
  opened?: SpaceReader,
): Promise<PlaceAnswer> {
  const reader = opened ?? (await SpaceReader.open(queries, place));
  const listed = reader.order.listed.filter(({ page }) => hasText(page) && page.noIndex !== true);
  const similar = similarPages(path, listed, maxSimilar).flatMap((placed) => {
    const href = reader.hrefOf(placed);
    return href === undefined ? [] : { title: placed.page.title, href, sections: [] };
  });
  const site = reader.site();
  if (place.site.agents !== undefined && (prefers === "markdown" || path.endsWith(".md"))) {
    return { rendered: { status: 404, type: types.markdown, text: renderMarkdownNotFound(site, similar) } };
  }
  const icon = await frameIcons(site, loadIcons);
  const text = renderNotFound(site, reader.contents(undefined), similar, icon);
  return { rendered: { status: 404, type: types.html, text } };
}
