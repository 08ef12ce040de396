import { plainText } from "../../markdown/page/plain-text.ts";
import { listSections, type Section } from "../../markdown/page/sections.ts";
import type { ContentSubscriber } from "../content/commit.ts";
import type { StoredMap } from "../content/content-map.ts";
import { indexedMembers } from "../content/page-members.ts";
import { keys, type PageRecord, parsePage } from "../content/records.ts";
import type { SpaceContent } from "../content/space-content.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { Turns } from "../kernel/turns.ts";
import type { SearchSection } from "./section-index.ts";
import { mergeIndex, type PageSections, removePageSections, replaceSections } from "./sections-rows.ts";

const most = {
  /** Pages whose texts are read at once. */
  read: 20,
  /** Pages, and characters of their texts, that are taken in before other work of the process gets its turn. */
  pages: 100,
  characters: 50_000,
};

/** Changed pages after which the index has merging to do. */
const many = 200;

/**
 * Brings a space's search index from one content to the next, within the transaction that changes the content. After
 * every so many pages or so much text `report` is told how many pages are done, and other work gets its turn.
 */
export async function indexDifferences(
  queries: Queries,
  content: SpaceContent,
  space: string,
  before: StoredMap,
  after: StoredMap,
  report: (done: number, total: number) => void = () => {},
): Promise<void> {
  const turns = new Turns();
  const gone: string[] = [];
  const changed: PageRecord[] = [];
  for (const difference of await before.diff(after, keys.pages)) {
    await turns.pass();
    const was = parsePage(difference.before);
    const is = parsePage(difference.after);
    if (is === undefined || !isSearched(is)) gone.push(difference.key.slice(keys.pages.length));
    else if (was === undefined || !isSearched(was) || !isSearchedAlike(was, is)) changed.push(is);
  }
  for (let start = 0; start < gone.length; start += most.pages) {
    await turns.end();
    await removePageSections(queries, space, gone.slice(start, start + most.pages));
  }
  let done = 0;
  for await (const pages of inTurns(content, changed, turns)) {
    await turns.end();
    await replaceSections(queries, space, pages);
    done += pages.length;
    report(done, changed.length);
  }
  if (changed.length > many) await mergeIndex(queries, () => turns.end());
}

/** The search index holds what the spaces themselves hold. */
export const searchSubscriber: ContentSubscriber = {
  async changed({ queries, content }, { space, changeRequest, map, stored, onProgress }) {
    if (changeRequest === undefined) await indexDifferences(queries, content, space.id, map.base, stored, onProgress);
  },
};

/** What search knows of the pages, as much at a time as one turn takes in. */
async function* inTurns(
  content: SpaceContent,
  changed: readonly PageRecord[],
  turns: Turns,
): AsyncGenerator<PageSections[]> {
  let turn: PageSections[] = [];
  let characters = 0;
  for (let start = 0; start < changed.length; start += most.read) {
    const pages = changed.slice(start, start + most.read);
    const texts = await content.readTexts(pages.flatMap((page) => page.content ?? []));
    for (const page of pages) {
      const markdown = texts.get(page.content ?? "") ?? "";
      const sections: SearchSection[] = [];
      for (const section of sectionsOfPage({ ...page, markdown })) {
        sections.push(section);
        await turns.pass();
      }
      turn.push({ page: page.id, path: pathOf(page), sections });
      characters += markdown.length;
      if (turn.length < most.pages && characters < most.characters) continue;
      yield turn;
      turn = [];
      characters = 0;
    }
  }
  if (turn.length > 0) yield turn;
}

const isSearchedAlike = (one: PageRecord, other: PageRecord) =>
  indexedMembers.every((member) => one[member] === other[member]);

const isSearched = (page: PageRecord) => page.content !== undefined && page.noIndex !== true;

/** The words of a file's path that say something: without its extension, and without the name of a folder's index. */
function pathOf({ slug, source = slug }: PageRecord): string {
  return source.replace(/\.[^./]+$/, "").replace(/(?:^|\/)(?:readme|index)$/i, "");
}

/** Sections of one page that are found by their own titles; the rest of the page is one more, found by its words. */
const MOST_SECTIONS = 5_000;

const LONGEST_BODY = 4_000;

/** A piece ends at a border in its last part rather than in the middle of a line or word. */
const SHORTEST_PIECE = 3_000;

interface PageText {
  title: string;
  description?: string | undefined;
  markdown: string;
}

/**
 * What search knows of a page: its lead first, titled with the page's title, begun by its description and without an anchor, then its headings
 * in order. A long section comes in pieces that share title and anchor.
 */
export function* sectionsOfPage({ title, description = "", markdown }: PageText): Generator<SearchSection> {
  const sections = listSections(markdown);
  const [lead, rest] = splitLead(sections, title);
  const leadBody = [description.trim(), ...lead.map((section) => ownText(markdown, section))]
    .filter((text) => text !== "")
    .join("\n");
  yield* pieces({ anchor: "", title, body: leadBody });
  for (const section of rest.slice(0, MOST_SECTIONS)) {
    const { anchor, title } = section;
    yield* pieces({ anchor, title, body: ownText(markdown, section) });
  }
  const others = rest.slice(MOST_SECTIONS);
  const [first] = others;
  if (first === undefined) return;
  const together = { anchor: first.anchor, title: first.title };
  for (const text of textsOf(markdown, others)) yield* pieces({ ...together, body: text });
}

/** The plain text from the first of these sections on, so many sections at a time as one turn takes in. */
function* textsOf(markdown: string, sections: readonly Section[]): Generator<string> {
  let from = sections[0]?.start ?? markdown.length;
  for (const { start } of sections) {
    if (start - from < most.characters) continue;
    yield plainText(markdown.slice(from, start));
    from = start;
  }
  yield plainText(markdown.slice(from));
}

/** The text before the first heading, and that under a first heading which repeats the page's title. */
function splitLead(sections: readonly Section[], title: string): [lead: Section[], rest: Section[]] {
  let length = sections[0]?.level === 0 ? 1 : 0;
  const heading = sections[length];
  if (heading?.level === 1 && sameTitle(heading.title, title)) length += 1;
  return [sections.slice(0, length), sections.slice(length)];
}

function sameTitle(one: string, other: string): boolean {
  const fold = (title: string) => title.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  return fold(one) === fold(other);
}

function ownText(markdown: string, { own }: Section): string {
  return plainText(own.map(({ start, end }) => markdown.slice(start, end)).join("\n"));
}

function pieces({ anchor, title, body }: SearchSection): SearchSection[] {
  const found: SearchSection[] = [];
  let start = 0;
  while (body.length - start > LONGEST_BODY) {
    const end = pieceEnd(body, start);
    found.push({ anchor, title, body: body.slice(start, end).trim() });
    start = end;
  }
  return [...found, { anchor, title, body: body.slice(start).trim() }];
}

function pieceEnd(body: string, start: number): number {
  const room = body.slice(start + SHORTEST_PIECE, start + LONGEST_BODY);
  const border = Math.max(room.lastIndexOf("\n"), 0) || Math.max(room.lastIndexOf(" "), 0);
  if (border > 0) return start + SHORTEST_PIECE + border;
  return start + LONGEST_BODY - (/[\ud800-\udbff]$/.test(room) ? 1 : 0);
}
