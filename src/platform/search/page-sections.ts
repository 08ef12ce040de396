import { readingPlainText } from "../../markdown/page/plain-text.ts";
import { listingSections, listSections, type Section } from "../../markdown/page/sections.ts";
import type { Turns } from "../../markdown/text/turns.ts";
import type { WorkInSteps } from "../../markdown/text/work-in-steps.ts";
import type { PageRecord } from "../content/records.ts";

export interface SearchSection {
  /** Empty for the page's lead. */
  anchor: string;
  title: string;
  /** Plain text. */
  body: string;
}

export interface PageSections {
  page: string;
  /** Its folders and name, as in `guides/install`; they are searched too. */
  path: string;
  /** In page order; the first is the lead, with the page's title. */
  sections: readonly SearchSection[];
}

export const isSearched = (page: PageRecord) => page.content !== undefined && page.noIndex !== true;

/** What search needs of a page. Other work gets a turn at regular intervals. */
export async function readPageSections(page: PageRecord, markdown: string, turns: Turns): Promise<PageSections> {
  const sections: SearchSection[] = [];
  const ofMarkdown = await turns.through(listingSections(markdown));
  for (const section of readingSections({ ...page, markdown }, ofMarkdown)) {
    if (section !== undefined) sections.push(section);
    await turns.pass();
  }
  return { page: page.id, path: pathOf(page), sections };
}

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

/** Characters of text read at once. */
const PORTION = 50_000;

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
    if (start - from < PORTION) continue;
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
