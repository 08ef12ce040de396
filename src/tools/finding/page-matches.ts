import { apart, type LiteralLine, linesOfPlaces, listLiteralPlaces, sectionFinder } from "../../text/literal-places.ts";
import { listPageLinks } from "../../text/page-links.ts";
import type { Range } from "../../text/range.ts";
import { listSections, type Section } from "../../text/sections.ts";
import { counted } from "../present/count.ts";
import { oneLine } from "../present/name.ts";
import type { AddressedPage } from "./addressed-page.ts";
import type { PageBody } from "./read-bodies.ts";

export interface PageMatches {
  /** How often the page has what is looked for. */
  readonly places: number;
  /** What the page's own line says of them. */
  readonly marks: readonly string[];
  /** The lines from one on, each made when it is asked for. */
  lines(from: number): Iterable<string>;
}

/** What is looked for on a page, and in which way. */
export interface Wanted {
  readonly text: string;
  readonly match: "exact" | "any_case" | "heading";
  /** The page that the text is an address of: links to it count, however they are written. */
  readonly addressed?: AddressedPage | undefined;
}

export function matchesOn(body: PageBody, { text, match, addressed }: Wanted): PageMatches {
  if (match === "heading") return headingMatches(body, text);
  const places = listLiteralPlaces(body.markdown, text, match === "any_case");
  return literalMatches(body, addressed === undefined ? places : withLinks(body, places, addressed));
}

function withLinks({ page, markdown }: PageBody, places: readonly Range[], { isLinkedBy }: AddressedPage): Range[] {
  const links = listPageLinks(markdown).flatMap(({ href, start }) =>
    isLinkedBy(page, href) ? [{ start, end: start + href.length }] : [],
  );
  // Of a link and what is found in it, the link stays.
  const inLink = ({ start, end }: Range) => links.some((link) => link.start <= start && end <= link.end);
  const others = links.length === 0 ? places : places.filter((place) => !inLink(place));
  return apart([...links, ...others].sort((one, other) => one.start - other.start));
}

/** Characters shown of a line, and of those before the first place in it. */
const longestLine = 240;
const leadIn = 80;

function literalMatches({ markdown }: PageBody, places: readonly Range[]): PageMatches {
  const found = linesOfPlaces(markdown, places);
  return {
    places: places.length,
    marks: [counted(places.length, "place")],
    *lines(from) {
      const sectionAt = found.length === 0 ? () => undefined : sectionFinder(markdown);
      let last: Section | undefined | null = null;
      for (const line of found.slice(from)) {
        const section = sectionAt(line.places[0]?.start ?? line.start);
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

/** The line, or the part of a long one around its first place, with the places between « and ». */
function marked(markdown: string, { start, end, places }: LiteralLine): string {
  const first = places[0]?.start ?? start;
  const whole = end - start <= longestLine;
  const from = whole ? start : wholeCharacter(markdown, Math.max(start, first - leadIn));
  const lineEnd = Math.max(end, places.at(-1)?.end ?? end);
  const to = wholeCharacter(markdown, Math.min(lineEnd, from + longestLine));
  let [text, done, left] = ["", from, 0];
  for (const place of places) {
    if (place.start >= to) left += 1;
    else {
      const cut = Math.min(place.end, to);
      text += `${markdown.slice(done, place.start)}«${markdown.slice(place.start, cut)}${place.end > to ? "…" : ""}»`;
      done = cut;
    }
  }
  text += markdown.slice(done, to);
  const line = oneLine(text, 8 * longestLine);
  return `${from > start ? "…" : ""}${line}${to < lineEnd ? "…" : ""}${left > 0 ? ` (and ${left} more in this line)` : ""}`;
}

/** Never between the halves of a surrogate pair. */
const wholeCharacter = (text: string, at: number): number =>
  at > 0 && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;

function headingMatches({ page, markdown }: PageBody, text: string): PageMatches {
  const wanted = text.toLowerCase();
  const found = listSections(markdown).filter(({ level, title }) => level > 0 && title.toLowerCase().includes(wanted));
  // A title is a heading too; where the text begins with it, it is counted once.
  const titled = page.title.toLowerCase().includes(wanted) && !found.some(({ title }) => title === page.title);
  return {
    places: found.length + (titled ? 1 : 0),
    marks: [],
    *lines(from) {
      for (const section of found.slice(from)) yield `  - ${"#".repeat(section.level)} ${sectionName(section)}`;
    },
  };
}
