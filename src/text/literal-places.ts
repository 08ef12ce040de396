import { lineFrom, lineStart } from "./lines.ts";
import { listOccurrences } from "./occurrences.ts";
import type { Range } from "./range.ts";
import { listSections, type Section } from "./sections.ts";

/** A line of a page that holds what was looked for, once or more often. */
export interface LiteralLine extends Range {
  /** Where in the page it holds it. One that goes past the line's end is in the line where it begins. */
  readonly places: readonly Range[];
}

/** Every place of a text on a page, as it is written there. They do not overlap. */
export function listLiteralPlaces(markdown: string, wanted: string, anyCase: boolean): Range[] {
  const found = listOccurrences(anyCase ? lowerCase(markdown) : markdown, anyCase ? lowerCase(wanted) : wanted);
  return apart(found.map((start) => ({ start, end: start + wanted.length })));
}

/** Places in order, without those that begin in an earlier one. */
export function apart(places: readonly Range[]): Range[] {
  const kept: Range[] = [];
  for (const place of places) if (place.start >= (kept.at(-1)?.end ?? 0)) kept.push(place);
  return kept;
}

/** The lines that hold places of a page, which are in order and do not overlap. */
export function linesOfPlaces(markdown: string, places: readonly Range[]): LiteralLine[] {
  const lines: { start: number; end: number; places: Range[] }[] = [];
  for (const place of places) {
    const last = lines.at(-1);
    if (last !== undefined && place.start < last.end) last.places.push(place);
    else {
      const line = lineFrom(markdown, lineStart(markdown, place.start));
      lines.push({ start: line.start, end: Math.max(line.end, place.start + 1), places: [place] });
    }
  }
  return lines;
}

/** Of the same length: `İ` alone becomes two characters otherwise. */
const lowerCase = (text: string) => text.replaceAll("\u0130", "i").toLowerCase();

/** Finds the innermost section of a place. Places are asked for in their order. */
export function sectionFinder(markdown: string): (offset: number) => Section | undefined {
  const sections = listSections(markdown);
  const open: Section[] = [];
  let next = 0;
  return (offset) => {
    for (let section = sections[next]; section !== undefined && section.start <= offset; section = sections[next]) {
      while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= section.start) open.pop();
      open.push(section);
      next += 1;
    }
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= offset) open.pop();
    return open.at(-1);
  };
}
