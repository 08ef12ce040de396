import { readingPlainText } from "../../markdown/page/plain-text.ts";
import { listingSections, listSections, type Section } from "../../markdown/page/sections.ts";
import { Turns } from "../../markdown/text/turns.ts";
import type { WorkInSteps } from "../../markdown/text/work-in-steps.ts";
import type { ContentSubscriber } from "../content/commit.ts";
import type { StoredMap } from "../content/content-map.ts";
import { indexedMembers } from "../content/page-members.ts";
import { keys, type PageRecord, parsePage } from "../content/records.ts";
import type { SpaceContent } from "../content/space-content.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { type SectionDraft, takeDraft } from "./section-drafts.ts";
import type { SearchSection } from "./section-index.ts";
import { mergeIndex, type PageSections, removePageSections, replaceSections } from "./sections-rows.ts";
import { SpeltWords } from "./word-forms.ts";

const most = {
  /** Pages whose texts are read at the same time. */
  read: 20,
  /** Pages, and characters of text, to index before other work of the process gets a turn. */
  pages: 100,
  characters: 50_000,
};

/** Number of changed pages after which the index needs merging. */
const many = 200;

/** Steps of one merge, each of a megabyte. */
export const mostMergeSteps = 64;

interface IndexingOptions {
  /** Gets the number of finished pages at regular intervals. */
  readonly report?: ((done: number, total: number) => void) | undefined;
  /** Pages that are indexed already, for this space. */
  readonly draft?: SectionDraft | undefined;
}

/**
 * Updates a space's search index from one content to the next, within the transaction that changes the content. Other
 * work gets a turn at regular intervals.
 */
export async function indexDifferences(
  queries: Queries,
  content: SpaceContent,
  space: string,
  before: StoredMap,
  after: StoredMap,
  { report = () => {}, draft }: IndexingOptions = {},
): Promise<void> {
  const turns = new Turns();
  const gone: string[] = [];
  const changed: PageRecord[] = [];
  const drafted = new Map(draft?.pages);
  for (const difference of await before.diff(after, keys.pages)) {
    await turns.pass();
    const was = parsePage(difference.before);
    const is = parsePage(difference.after);
    if (is === undefined || !isSearched(is)) gone.push(difference.key.slice(keys.pages.length));
    else if (was !== undefined && isSearched(was)) {
      if (!isSearchedAlike(was, is)) changed.push(is);
    } else if (isSearchedAlike(drafted.get(is.id), is)) drafted.delete(is.id);
    else changed.push(is);
  }
  // What the content has otherwise than the draft is indexed here.
  for (const page of drafted.keys()) gone.push(page);
  if (draft !== undefined) await takeDraft(queries, draft, space);
  for (let start = 0; start < gone.length; start += most.pages) {
    await turns.end();
    await removePageSections(queries, space, gone.slice(start, start + most.pages));
  }
  let done = 0;
  const spelt = new SpeltWords();
  const readTexts = (addresses: readonly string[]) => content.readTexts(addresses);
  for await (const pages of readingSectionsOf(changed, readTexts, turns)) {
    await turns.end();
    await replaceSections(queries, space, pages, spelt);
    done += pages.length;
    report(done, changed.length);
  }
  if (changed.length <= many) return;
  for (let step = 0; step < mostMergeSteps && (await mergeIndex(queries)); step += 1) await turns.end();
}

/** The search index covers the content of spaces, not of change requests. */
export const searchSubscriber: ContentSubscriber = {
  async changed({ queries, content }, { space, changeRequest, map, stored, onProgress, indexed }) {
    if (changeRequest !== undefined) return;
    await indexDifferences(queries, content, space.id, map.base, stored, { report: onProgress, draft: indexed });
  },
};

/** What search needs of the pages, in portions of one turn. */
export async function* readingSectionsOf(
  pages: readonly PageRecord[],
  readTexts: (addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>,
  turns: Turns,
): AsyncGenerator<PageSections[]> {
  let turn: PageSections[] = [];
  let characters = 0;
  for (let start = 0; start < pages.length; start += most.read) {
    const some = pages.slice(start, start + most.read);
    const texts = await readTexts(some.flatMap((page) => page.content ?? []));
    for (const page of some) {
      const markdown = texts.get(page.content ?? "") ?? "";
      const sections: SearchSection[] = [];
      const ofMarkdown = await turns.through(listingSections(markdown));
      for (const section of readingSections({ ...page, markdown }, ofMarkdown)) {
        if (section !== undefined) sections.push(section);
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

const isSearchedAlike = (one: PageRecord | undefined, other: PageRecord) =>
  one !== undefined && indexedMembers.every((member) => one[member] === other[member]);

export const isSearched = (page: PageRecord) => page.content !== undefined && page.noIndex !== true;

/** The path of a page's file for search, without its extension and without the name of a folder's index. */
function pathOf({ slug, source = slug }: PageRecord): string {
  return source.replace(/\.[^./]+$/, "").replace(/(?:^|\/)(?:readme|index)$/i, "");
}

/**
 * Limit for sections of a page that are found by their own titles. The rest of the page is one section, found by its
 * words.
 */
const MOST_SECTIONS = 5_000;

const LONGEST_BODY = 4_000;

/** A piece ends at a border in its last part if possible, not in the middle of a line or word. */
const SHORTEST_PIECE = 3_000;

interface PageText {
  title: string;
  description?: string | undefined;
  markdown: string;
}

/**
 * What search stores of a page: first its lead, with the page's title, starting with its description and without an
 * anchor; then its headings in order. A long section is split into pieces with the same title and anchor.
 */
export function* sectionsOfPage(page: PageText): Generator<SearchSection> {
  for (const section of readingSections(page, listSections(page.markdown))) if (section !== undefined) yield section;
}

/** The same in steps: yields undefined where the next section takes longer. */
function* readingSections(
  { title, description = "", markdown }: PageText,
  sections: readonly Section[],
): Generator<SearchSection | undefined> {
  const [lead, rest] = splitLead(sections, title);
  const leadParts = [description.trim()];
  for (const section of lead) leadParts.push(yield* ownText(markdown, section));
  const leadBody = leadParts.filter((text) => text !== "").join("\n");
  yield* pieces({ anchor: "", title, body: leadBody });
  for (const section of rest.slice(0, MOST_SECTIONS)) {
    const { anchor, title } = section;
    yield* pieces({ anchor, title, body: yield* ownText(markdown, section) });
  }
  const others = rest.slice(MOST_SECTIONS);
  const [first] = others;
  if (first === undefined) return;
  const together = { anchor: first.anchor, title: first.title };
  for (const text of textsOf(markdown, others)) {
    yield* pieces({ ...together, body: yield* readingPlainText(text) });
  }
}

/** The text from the first of these sections on, in portions of one turn. */
function* textsOf(markdown: string, sections: readonly Section[]): Generator<string> {
  let from = sections[0]?.start ?? markdown.length;
  for (const { start } of sections) {
    if (start - from < most.characters) continue;
    yield markdown.slice(from, start);
    from = start;
  }
  yield markdown.slice(from);
}

/** The text before the first heading, and under a first heading that repeats the page's title. */
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

function ownText(markdown: string, { own }: Section): WorkInSteps<string> {
  return readingPlainText(own.map(({ start, end }) => markdown.slice(start, end)).join("\n"));
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

declare module "../content/commit.ts" {
  interface ChangeNotes {
    /** New pages of the content that are indexed already. */
    readonly indexed?: SectionDraft | undefined;
  }
}
