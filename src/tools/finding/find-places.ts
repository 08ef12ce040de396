import { quotedExcerpt } from "../../client/excerpt.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import { estimateTokens } from "../present/budget.ts";
import { counted } from "../present/count.ts";
import { decodeCursor, encodeCursor } from "../present/cursor.ts";
import { fence } from "../present/fence.ts";
import { quoted } from "../present/name.ts";
import { linkingNote, pageLine } from "../present/page-line.ts";
import { fenceTokens } from "../present/within.ts";
import { type Content, contentName, findContent, readTree } from "../resolve/content.ts";
import { PageIndex } from "../resolve/page-index.ts";
import type { ToolAnswer, ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { addressedPage } from "./addressed-page.ts";
import { matchesOn, type PageMatches, type Wanted } from "./page-matches.ts";
import { readBodies } from "./read-bodies.ts";

export interface PlacesNames {
  readonly query: string;
  readonly match: Wanted["match"];
  readonly space?: string | undefined;
  readonly change_request?: string | undefined;
  readonly under?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Pages read for one answer: the index of words knows neither addresses nor markup, so that each page has to be read. */
const mostRead = 1_000;
/** Pages that search is asked for, to be read first, where not all can be. */
const mostNamed = 40;
/** Tokens kept for what stands around the list. */
const noteTokens = 160;

interface Sought extends Wanted {
  readonly content: Content;
  readonly under: PageSummary | undefined;
  /** The pages to read, in this order. */
  readonly pages: readonly PageSummary[];
  /** Ids of those that were put first. */
  readonly first: string;
  /** Where to begin: a page, and how many of its lines were shown. */
  readonly from: number;
  readonly skip: number;
  readonly changed: boolean;
}

/** Every place of a text in the Markdown of a space or change request, or every heading that holds it. */
export async function findPlaces(names: PlacesNames, context: ToolContext): Promise<ToolAnswer> {
  const content = await findContent({ ...names, page: names.under }, context);
  const index = new PageIndex(await readTree(content, context));
  const placed = names.under === undefined ? index.pages : index.under(names.under, contentName(content));
  const top = names.under === undefined ? undefined : placed[0]?.page;
  const pages = placed.flatMap(({ page }) => (page.type === "document" ? [page] : []));
  const { query: text, match, limit, cursor } = names;
  const subject = ["search_docs", text, match, limit, content.space.id, content.changeRequest?.id, top?.id];
  const addressed = match === "heading" ? undefined : await addressedPage(text, content, context);
  const sought = { text, match, addressed, content, under: top, from: 0, skip: 0, changed: false };
  if (cursor === undefined) {
    const first = await namedBySearch(sought, pages, context);
    return answer({ ...sought, pages: inOrder(pages, first), first }, subject, limit, context);
  }
  const [revision, at, skip, first] = decodeCursor(cursor, subject, ["", "", 0, ""]);
  const ordered = inOrder(pages, first);
  const from = ordered.findIndex(({ id }) => id === at);
  if (from === -1)
    throw new ToolError("The pages have changed since this cursor was given. Leave it out to start over.");
  const changed = revision !== content.revision;
  return answer({ ...sought, pages: ordered, first, from, skip, changed }, subject, limit, context);
}

/** Pages that have the words of the text, as ids; none where all pages are read in one go. */
async function namedBySearch(
  { text, match, content }: Wanted & { readonly content: Content },
  pages: readonly PageSummary[],
  { client, signal }: ToolContext,
): Promise<string> {
  if (pages.length <= mostRead || match === "heading" || content.changeRequest !== undefined) return "";
  const query = `"${text.replaceAll('"', " ").slice(0, 510)}"`;
  const { items } = await client.search.space({ spaceId: content.space.id, query, limit: mostNamed }, { signal });
  return items.map(({ id }) => id).join(",");
}

function inOrder(pages: readonly PageSummary[], first: string): readonly PageSummary[] {
  if (first === "") return pages;
  const ids = new Set(first.split(","));
  return [...pages.filter(({ id }) => ids.has(id)), ...pages.filter(({ id }) => !ids.has(id))];
}

/** What of the pages read was found, and as much of it as fits. */
class Found {
  readonly lines: string[] = [];
  places = 0;
  pages = 0;
  shownPages = 0;
  /** The page that was left in the middle or not begun, and how many of its lines were shown. */
  next: { readonly page: string; readonly skip: number } | undefined;
  #left: number;
  readonly #mostPages: number;

  constructor(tokens: number, mostPages: number) {
    this.#left = tokens;
    this.#mostPages = mostPages;
  }

  add(page: PageSummary, matches: PageMatches, skip: number): void {
    this.places += matches.places;
    this.pages += 1;
    if (this.next !== undefined) return;
    const title = pageLine(page, { marks: matches.marks });
    const hasRoom = this.shownPages < this.#mostPages && this.#take(title);
    if (!hasRoom && this.lines.length > 0) {
      this.next = { page: page.id, skip };
      return;
    }
    this.lines.push(title);
    this.shownPages += 1;
    let shown = skip;
    for (const line of matches.lines(skip)) {
      // One line of the first page is shown however little room there is, or a cursor would never get on.
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

async function answer(
  sought: Sought,
  subject: readonly unknown[],
  limit: number | undefined,
  context: ToolContext,
): Promise<ToolAnswer> {
  const { content, pages, first, from, skip, changed } = sought;
  const found = new Found(context.answerTokens - fenceTokens - noteTokens, limit ?? Number.POSITIVE_INFINITY);
  const read = pages.slice(from, from + mostRead);
  for await (const body of readBodies(content, read, context)) {
    const matches = matchesOn(body, sought);
    if (matches.places === 0) continue;
    found.add(body.page, matches, body.page.id === pages[from]?.id ? skip : 0);
  }
  const unread = pages[from + mostRead];
  const next = found.next ?? (unread === undefined ? undefined : { page: unread.id, skip: 0 });
  const bound =
    unread === undefined
      ? ""
      : ` Read were ${read.length.toLocaleString("en")} of ${pages.length.toLocaleString("en")} pages.`;
  const moved = changed ? " Pages have changed since the cursor was given: these are the places there are now." : "";
  const text = [
    `${heading(sought, found)}${bound}${moved}`,
    ...(found.lines.length === 0 ? [] : [fence(found.lines.join("\n")), closing(sought)]),
  ].join("\n");
  if (next === undefined) return { text };
  const cursor = encodeCursor(subject, [content.revision, next.page, next.skip, first]);
  return { text: `${text}\nThere are more: the same arguments with "cursor": "${cursor}".` };
}

function heading({ text, match, addressed, content, under, from, skip }: Sought, found: Found): string {
  const where = `${under === undefined ? "" : `${quoted(under.title)} (${under.id}) and the pages under it, in `}${contentName(content)}`;
  const links = addressed === undefined ? "" : ` or a link to ${quoted(addressed.page.title)} written in any way`;
  const wanted = `${quotedExcerpt(text, 200)}${links}`;
  const goesOn = from > 0 || skip > 0;
  if (found.places === 0) return nothing(match, wanted, where, goesOn);
  const what = counted(found.places, match === "heading" ? "heading" : "place");
  const on = `on ${counted(found.pages, "page")}`;
  if (goesOn) return `From where the cursor stands there are ${what} of ${wanted} ${on} of ${where}:`;
  return match === "heading"
    ? `${what} with ${wanted} ${on} of ${where}:`
    : `${wanted} stands in ${what} ${on} of ${where}:`;
}

function nothing(match: Wanted["match"], wanted: string, where: string, goesOn: boolean): string {
  if (goesOn) return "There are no more places.";
  if (match === "heading") return `No heading holds ${wanted} in ${where}. "match": "words" searches by subject.`;
  const other = match === "exact" ? `"any_case" ignores case; "words"` : `"words"`;
  return `${wanted} stands nowhere in the Markdown of ${where}. "match": ${other} searches by subject.`;
}

const closing = ({ match }: Wanted): string =>
  match === "heading"
    ? `read_page with \`section\` reads one. ${linkingNote}`
    : `Places stand between « and », which are not in the text. ${linkingNote}`;
