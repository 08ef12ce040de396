import { lineFrom, lineStart } from "./lines.ts";
import { listOccurrences } from "./occurrences.ts";
import type { Range } from "./range.ts";
import { listSections, type Section } from "./sections.ts";

/** A line of a page that holds what was looked for, once or more often. */
export interface LiteralLine extends Range {
  /** Where in the page it holds it. One that goes past the line's end is in the line where it begins. */
  readonly places: readonly Range[];
}

/** Every place of a text on a page, as it is written there, by line. Places do not overlap. */
export function listLiteralLines(markdown: string, wanted: string, anyCase: boolean): LiteralLine[] {
  const found = listOccurrences(anyCase ? lowerCase(markdown) : markdown, anyCase ? lowerCase(wanted) : wanted);
  const lines: { start: number; end: number; places: Range[] }[] = [];
  let done = 0;
  for (const start of found) {
    if (start < done) continue;
    done = start + wanted.length;
    const last = lines.at(-1);
    if (last !== undefined && start < last.end) last.places.push({ start, end: done });
    else {
      const line = lineFrom(markdown, lineStart(markdown, start));
      lines.push({ start: line.start, end: Math.max(line.end, start + 1), places: [{ start, end: done }] });
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
