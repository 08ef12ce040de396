import { quotedExcerpt } from "../../client/excerpt.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import { isExternal, splitHref } from "../../markdown/page/link-paths.ts";
import { listPageLinks } from "../../markdown/page/links.ts";
import { listSections, type Section, sectionFinder } from "../../markdown/page/sections.ts";
import { groupByLine, type LiteralLine, listLiteralMatches, withoutOverlaps } from "../../markdown/text/occurrences.ts";
import type { Range } from "../../markdown/text/ranges.ts";
import { estimateTokens, fenceTokens } from "../../present/budget.ts";
import { fence } from "../../present/fence.ts";
import { decodeCursor, encodeCursor } from "../../present/listing.ts";
import { linkingNote, pageLine } from "../../present/page-lines.ts";
import { ToolError } from "../../present/tool-error.ts";
import { counted, oneLine, quoted } from "../../present/wording.ts";
import { type Content, contentName, findContent, readSourceTree, readTree } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { readLink } from "../../resolve/link.ts";
import { PageIndex } from "../../resolve/pages.ts";
import { LinkTargets } from "../editing/new-links.ts";
import { type PageBody, readBodies } from "./read-bodies.ts";

interface OccurrenceQuery {
  readonly query: string;
  readonly match: Wanted["match"];
  readonly space?: string | undefined;
  readonly change_request?: string | undefined;
  readonly under?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The most pages read for one answer. The word index has neither addresses nor markup, so each page must be read. */
const maxPagesRead = 1_000;

/** Pages requested from search, to be read first if not all can be read. */
const maxSearchHits = 40;

/** Tokens reserved for what is around the list. */
const noteTokens = 160;

interface OccurrenceSearch extends Wanted {
  readonly content: Content;
  readonly under: PageSummary | undefined;
  /** The pages to read, in this order. */
  readonly pages: readonly PageSummary[];
  /** Ids of those put first. */
  readonly first: string;
  /** Where to begin: a page, and how many of its lines were shown. */
  readonly from: number;
  readonly skip: number;
  readonly changed: boolean;
}

/** Every occurrence of a text in the Markdown of a space or change request, or every heading that holds it. */
export async function findOccurrences(names: OccurrenceQuery, context: ToolContext): Promise<ToolResult> {
  const content = await findContent({ ...names, page: names.under }, context);
  const index = new PageIndex(await readTree(content, context));
  const treePages = names.under === undefined ? index.pages : index.under(names.under, contentName(content));
  const top = names.under === undefined ? undefined : treePages[0]?.page;
  const pages = treePages.flatMap(({ page }) => (page.type === "document" ? [page] : []));
  const { query: text, match, limit, cursor } = names;
  const subject = ["search_docs", text, match, limit, content.space.id, content.changeRequest?.id, top?.id];
  const addressed = match === "heading" ? undefined : await addressedPage(text, content, context);
  const search = { text, match, addressed, content, under: top, from: 0, skip: 0, changed: false };
  if (cursor === undefined) {
    const first = await namedBySearch(search, pages, context);
    return presentOccurrences({ ...search, pages: inOrder(pages, first), first }, subject, limit, context);
  }
  const [revision, at, skip, first] = decodeCursor(cursor, subject, ["", "", 0, ""]);
  const ordered = inOrder(pages, first);
  const from = ordered.findIndex(({ id }) => id === at);
  if (from === -1)
    throw new ToolError("The pages have changed since this cursor was issued. Leave it out to start over.");
  const changed = revision !== content.revision;
  return presentOccurrences({ ...search, pages: ordered, first, from, skip, changed }, subject, limit, context);
}

/** Ids of pages that contain the words of the text; empty if all pages are read in one call. */
async function namedBySearch(
  { text, match, content }: Wanted & { readonly content: Content },
  pages: readonly PageSummary[],
  { client, signal }: ToolContext,
): Promise<string> {
  if (pages.length <= maxPagesRead || match === "heading" || content.changeRequest !== undefined) return "";
  const query = `"${text.replaceAll('"', " ").slice(0, 510)}"`;
  const { items } = await client.search.space({ spaceId: content.space.id, query, limit: maxSearchHits }, { signal });
  return items.map(({ id }) => id).join(",");
}

function inOrder(pages: readonly PageSummary[], first: string): readonly PageSummary[] {
  if (first === "") return pages;
  const ids = new Set(first.split(","));
  return [...pages.filter(({ id }) => ids.has(id)), ...pages.filter(({ id }) => !ids.has(id))];
}

/** What was found on the pages read, as much of it as fits. */
class FoundOccurrences {
  readonly lines: string[] = [];
  occurrences = 0;
  pages = 0;
  shownPages = 0;
  /** The page where the answer stopped, and how many of its lines were shown. */
  next: { readonly page: string; readonly skip: number } | undefined;
  #left: number;
  readonly #maxPages: number;

  constructor(tokens: number, maxPages: number) {
    this.#left = tokens;
    this.#maxPages = maxPages;
  }

  add(page: PageSummary, matches: PageMatches, skip: number): void {
    this.occurrences += matches.occurrences;
    this.pages += 1;
    if (this.next !== undefined) return;
    const title = pageLine(page, { marks: matches.marks });
    const isWithinLimits = this.shownPages < this.#maxPages && this.#take(title);
    if (!isWithinLimits && this.lines.length > 0) {
      this.next = { page: page.id, skip };
      return;
    }
    this.lines.push(title);
    this.shownPages += 1;
    let shown = skip;
    for (const line of matches.lines(skip)) {
      // At least one line of the first page is always shown; otherwise a cursor would never advance.
      if (!this.#take(line) && !(this.lines.length === 1 && shown === skip)) {
        this.next = { page: page.id, skip: shown };
        return;
      }
      this.lines.push(line);
      shown += 1;
    }
  }

  #take(line: string): boolean {
    this.#left -= estimateTokens(line) + 1;
    return this.#left >= 0;
  }
}

async function presentOccurrences(
  search: OccurrenceSearch,
  subject: readonly unknown[],
  limit: number | undefined,
  context: ToolContext,
): Promise<ToolResult> {
  const { content, pages, first, from, skip, changed } = search;
  const found = new FoundOccurrences(
    context.answerTokens - fenceTokens - noteTokens,
    limit ?? Number.POSITIVE_INFINITY,
  );
  const read = pages.slice(from, from + maxPagesRead);
  for await (const body of readBodies(content, read, context)) {
    const matches = matchesOn(body, search);
    if (matches.occurrences === 0) continue;
    found.add(body.page, matches, body.page.id === pages[from]?.id ? skip : 0);
  }
  const unread = pages[from + maxPagesRead];
  const next = found.next ?? (unread === undefined ? undefined : { page: unread.id, skip: 0 });
  const bound =
    unread === undefined
      ? ""
      : ` ${read.length.toLocaleString("en")} of ${pages.length.toLocaleString("en")} pages were read.`;
  const moved = changed ? " Pages have changed since the cursor was issued: these are the current occurrences." : "";
  const text = [
    `${heading(search, found)}${bound}${moved}`,
    ...(found.lines.length === 0 ? [] : [fence(found.lines.join("\n")), closing(search)]),
  ].join("\n");
  if (next === undefined) return { text };
  const cursor = encodeCursor(subject, [content.revision, next.page, next.skip, first]);
  return { text: `${text}\nThere are more: the same arguments with "cursor": "${cursor}".` };
}

function heading(
  { text, match, addressed, content, under, from, skip }: OccurrenceSearch,
  found: FoundOccurrences,
): string {
  const where = `${under === undefined ? "" : `${quoted(under.title)} (${under.id}) and the pages under it, in `}${contentName(content)}`;
  const links = addressed === undefined ? "" : ` or a link to ${quoted(addressed.page.title)} written in any way`;
  const wanted = `${quotedExcerpt(text, 200)}${links}`;
  const isContinued = from > 0 || skip > 0;
  if (found.occurrences === 0) return noOccurrencesText(match, wanted, where, isContinued);
  const what = counted(found.occurrences, match === "heading" ? "heading" : "place");
  const on = `on ${counted(found.pages, "page")}`;
  if (isContinued) return `From the cursor on there are ${what} of ${wanted} ${on} of ${where}:`;
  return match === "heading"
    ? `${what} with ${wanted} ${on} of ${where}:`
    : `${wanted} occurs in ${what} ${on} of ${where}:`;
}

function noOccurrencesText(match: Wanted["match"], wanted: string, where: string, isContinued: boolean): string {
  if (isContinued) return "There are no more occurrences.";
  if (match === "heading") return `No heading holds ${wanted} in ${where}. "match": "words" searches by subject.`;
  const other = match === "exact" ? `"any_case" ignores case; "words"` : `"words"`;
  return `${wanted} is not in the Markdown of ${where}. "match": ${other} searches by subject.`;
}

const closing = ({ match }: Wanted): string =>
  match === "heading"
    ? `read_page with \`section\` reads one. ${linkingNote}`
    : `Matches are between « and », which are not part of the text. ${linkingNote}`;

interface PageMatches {
  /** How many matches the page has. */
  readonly occurrences: number;
  /** What the page's own line says about them. */
  readonly marks: readonly string[];
  /** The lines from one on, each made on demand. */
  lines(from: number): Iterable<string>;
}

/** What to look for on a page, and how. */
interface Wanted {
  readonly text: string;
  readonly match: "exact" | "any_case" | "heading";
  /** The page that the text is an address of; links to it match however they are written. */
  readonly addressed?: AddressedPage | undefined;
}

function matchesOn(body: PageBody, { text, match, addressed }: Wanted): PageMatches {
  if (match === "heading") return headingMatches(body, text);
  const occurrences = listLiteralMatches(body.markdown, text, match === "any_case");
  return literalMatches(body, addressed === undefined ? occurrences : withLinks(body, occurrences, addressed));
}

function withLinks(
  { page, markdown }: PageBody,
  occurrences: readonly Range[],
  { isLinkedBy }: AddressedPage,
): Range[] {
  const links = listPageLinks(markdown).flatMap(({ href, start }) =>
    isLinkedBy(page, href) ? [{ start, end: start + href.length }] : [],
  );
  // If a link contains other matches, only the link counts.
  const inLink = ({ start, end }: Range) => links.some((link) => link.start <= start && end <= link.end);
  const others = links.length === 0 ? occurrences : occurrences.filter((occurrence) => !inLink(occurrence));
  return withoutOverlaps([...links, ...others].sort((one, other) => one.start - other.start));
}

/** Characters shown of a line, and of the part before its first match. */
const maxLineChars = 240;

const leadIn = 80;

function literalMatches({ markdown }: PageBody, occurrences: readonly Range[]): PageMatches {
  const found = groupByLine(markdown, occurrences);
  return {
    occurrences: occurrences.length,
    marks: [counted(occurrences.length, "place")],
    *lines(from) {
      const sectionAt = found.length === 0 ? () => undefined : sectionFinder(markdown);
      let last: Section | undefined | null = null;
      for (const line of found.slice(from)) {
        const section = sectionAt(line.matches[0]?.start ?? line.start);
        const shown = marked(markdown, line);
        yield section === last ? `    ${shown}` : `  - ${sectionName(section)}: ${shown}`;
        last = section;
      }
    },
  };
}

const sectionName = (section: Section | undefined): string =>
  section === undefined || section.level === 0
    ? "(before the first heading)"
    : `${oneLine(section.title)} (#${oneLine(section.anchor, 120)})`;

/** The line, or the part of a long one around its first match, with matches between « and ». */
function marked(markdown: string, { start, end, matches: occurrences }: LiteralLine): string {
  const first = occurrences[0]?.start ?? start;
  const whole = end - start <= maxLineChars;
  const from = whole ? start : toCharacterBoundary(markdown, Math.max(start, first - leadIn));
  const lineEnd = Math.max(end, occurrences.at(-1)?.end ?? end);
  const to = toCharacterBoundary(markdown, Math.min(lineEnd, from + maxLineChars));
  let [text, done, left] = ["", from, 0];
  for (const occurrence of occurrences) {
    if (occurrence.start >= to) left += 1;
    else {
      const cut = Math.min(occurrence.end, to);
      text += `${markdown.slice(done, occurrence.start)}«${markdown.slice(occurrence.start, cut)}${occurrence.end > to ? "…" : ""}»`;
      done = cut;
    }
  }
  text += markdown.slice(done, to);
  const line = oneLine(text, 8 * maxLineChars);
  return `${from > start ? "…" : ""}${line}${to < lineEnd ? "…" : ""}${left > 0 ? ` (and ${left} more in this line)` : ""}`;
}

/** Does not split a surrogate pair. */
const toCharacterBoundary = (text: string, at: number): number =>
  at > 0 && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;

function headingMatches({ page, markdown }: PageBody, text: string): PageMatches {
  const wanted = text.toLowerCase();
  const found = listSections(markdown).filter(({ level, title }) => level > 0 && title.toLowerCase().includes(wanted));
  // A title is a heading too; if the text begins with it, it counts once.
  const titled = page.title.toLowerCase().includes(wanted) && !found.some(({ title }) => title === page.title);
  return {
    occurrences: found.length + (titled ? 1 : 0),
    marks: [],
    *lines(from) {
      for (const section of found.slice(from)) yield `  - ${"#".repeat(section.level)} ${sectionName(section)}`;
    },
  };
}

/** A page that was searched for by its address. */
interface AddressedPage {
  readonly page: PageSummary;
  isLinkedBy(from: PageSummary, href: string): boolean;
}

/**
 * The page that a text is an address of, as in links; undefined for any other text. A source file may have a link
 * as a relative path even if the address names the page by its id.
 */
async function addressedPage(text: string, content: Content, context: ToolContext): Promise<AddressedPage | undefined> {
  const address = addressIn(text, content);
  if (address === undefined) return undefined;
  const targets = new LinkTargets(await readSourceTree(content, context));
  const { anchor } = splitHref(text);
  const page = targets.find(undefined, address);
  if (page === undefined) return undefined;
  return {
    page,
    isLinkedBy: (from, href) =>
      (anchor === undefined || splitHref(href).anchor === anchor) &&
      targets.find(targets.byId(from.id), href)?.id === page.id,
  };
}

/** Removes leading `../` parts; undefined if the text is not an address. */
function addressIn(text: string, { space }: Content): string | undefined {
  const link = readLink(text);
  if (link !== undefined)
    return link.space === space.id && link.page !== undefined ? `/${idPath(link.page)}` : undefined;
  if (/\s/.test(text) || isExternal(text) || !/\/|\.mdx?(?:#|$)/i.test(text)) return undefined;
  return text.replace(/^(?:\.{1,2}\/)+/, "").replace(/^pages\//, "/pages/");
}

const idPath = (page: string): string => (page.includes("/") ? page : `pages/${page}`);
