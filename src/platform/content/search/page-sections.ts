import { readingPlainText } from "../../../markdown/page/plain-text.ts";
import { listingSections, listSections, type Section } from "../../../markdown/page/sections.ts";
import type { TimeSlices } from "../../../markdown/text/time-slices.ts";
import type { WorkInSteps } from "../../../markdown/text/work-in-steps.ts";
import type { PageRecord } from "../records.ts";

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
export async function readPageSections(
  page: PageRecord,
  markdown: string,
  timeSlices: TimeSlices,
): Promise<PageSections> {
  const sections: SearchSection[] = [];
  const ofMarkdown = await timeSlices.run(listingSections(markdown));
  for (const section of readingSections({ ...page, markdown }, ofMarkdown)) {
    if (section !== undefined) sections.push(section);
    await timeSlices.yieldIfDue();
  }
  return { page: page.id, path: toSearchPath(page), sections };
}

/** The path of a page's file for search, without its extension and without the name of a folder's index. */
function toSearchPath({ slug, source = slug }: PageRecord): string {
  return source.replace(/\.[^./]+$/, "").replace(/(?:^|\/)(?:readme|index)$/i, "");
}

/**
 * Limit for sections of a page that are found by their own titles. The rest of the page is one section, found by its
 * words.
 */
const maxSections = 5_000;

const maxBodyLength = 4_000;

/** Characters of text read at once. */
const portionChars = 50_000;

/** A piece ends at a border in its last part if possible, not in the middle of a line or word. */
const minPieceLength = 3_000;

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
  for (const section of rest.slice(0, maxSections)) {
    const { anchor, title } = section;
    yield* pieces({ anchor, title, body: yield* ownText(markdown, section) });
  }
  const others = rest.slice(maxSections);
  const [first] = others;
  if (first === undefined) return;
  const together = { anchor: first.anchor, title: first.title };
  for (const text of splitTexts(markdown, others)) {
    yield* pieces({ ...together, body: yield* readingPlainText(text) });
  }
}

/** The text from the first of these sections on, in portions of one turn. */
function* splitTexts(markdown: string, sections: readonly Section[]): Generator<string> {
  let from = sections[0]?.start ?? markdown.length;
  for (const { start } of sections) {
    if (start - from < portionChars) continue;
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
  while (body.length - start > maxBodyLength) {
    const end = pieceEnd(body, start);
    found.push({ anchor, title, body: body.slice(start, end).trim() });
    start = end;
  }
  return [...found, { anchor, title, body: body.slice(start).trim() }];
}

function pieceEnd(body: string, start: number): number {
  const breakRange = body.slice(start + minPieceLength, start + maxBodyLength);
  const border = Math.max(breakRange.lastIndexOf("\n"), 0) || Math.max(breakRange.lastIndexOf(" "), 0);
  if (border > 0) return start + minPieceLength + border;
  return start + maxBodyLength - (/[\ud800-\udbff]$/.test(breakRange) ? 1 : 0);
}
