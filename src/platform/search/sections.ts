import { plainText } from "../../text/plain-text.ts";
import { listSections, type Section } from "../../text/sections.ts";
import type { SearchSection } from "./section-index.ts";

/** Sections of one page that are found by their own titles; the rest of the page is one more, found by its words. */
const MOST_SECTIONS = 5_000;
const LONGEST_BODY = 4_000;
/** A piece ends at a border in its last part rather than in the middle of a line or word. */
const SHORTEST_PIECE = 3_000;

export interface PageText {
  title: string;
  description?: string | undefined;
  markdown: string;
}

/**
 * What search knows of a page: its lead first, titled with the page's title, begun by its description and without an anchor, then its headings
 * in order. A long section comes in pieces that share title and anchor.
 */
export function sectionsOfPage({ title, description = "", markdown }: PageText): SearchSection[] {
  const sections = listSections(markdown);
  const [lead, rest] = splitLead(sections, title);
  const leadBody = [description.trim(), ...lead.map((section) => ownText(markdown, section))]
    .filter((text) => text !== "")
    .join("\n");
  return [
    ...pieces({ anchor: "", title, body: leadBody }),
    ...rest
      .slice(0, MOST_SECTIONS)
      .flatMap((section) => pieces({ anchor: section.anchor, title: section.title, body: ownText(markdown, section) })),
    ...rest
      .slice(MOST_SECTIONS, MOST_SECTIONS + 1)
      .flatMap(({ anchor, title, start }) => pieces({ anchor, title, body: plainText(markdown.slice(start)) })),
  ];
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
