import { lineFrom, lineStart } from "./lines.ts";
import type { Range } from "./ranges.ts";

/**
 * Where `needle` occurs in `text`, including overlapping occurrences, in linear time for any text
 * (Knuth, Morris and Pratt; `indexOf` in a loop is quadratic for repetitive text).
 */
export function listOccurrences(text: string, needle: string): number[] {
  const found: number[] = [];
  if (needle === "" || needle.length > text.length) return found;
  const endsWith = endingWith(needle);
  for (let position = 0; position < text.length; position += 1) {
    if (endsWith(text.charCodeAt(position))) found.push(position + 1 - needle.length);
  }
  return found;
}

/** Takes a text unit by unit, and returns after each whether the text so far ends with `needle`, which is not empty. */
export function endingWith(needle: string): (code: number) => boolean {
  const borders = computeBorders(needle);
  let matched = 0;
  return (code) => {
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    if (matched < needle.length) return false;
    matched = borders[matched - 1] ?? 0;
    return true;
  };
}

/** For each prefix of `needle`, the length of the longest proper prefix that is also its suffix. */
function computeBorders(needle: string): Int32Array {
  const borders = new Int32Array(needle.length);
  let matched = 0;
  for (let position = 1; position < needle.length; position += 1) {
    const code = needle.charCodeAt(position);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    borders[position] = matched;
  }
  return borders;
}

/** A line of a page that contains one or more matches. */
export interface LiteralLine extends Range {
  /** Where in the page the matches are. One that extends past the line's end is in the line where it begins. */
  readonly matches: readonly Range[];
}

/** Every occurrence of a text on a page, as it is written there. They do not overlap. */
export function listLiteralMatches(markdown: string, wanted: string, anyCase: boolean): Range[] {
  const found = listOccurrences(anyCase ? lowerCase(markdown) : markdown, anyCase ? lowerCase(wanted) : wanted);
  return withoutOverlaps(found.map((start) => ({ start, end: start + wanted.length })));
}

/** Occurrences in order, without those that begin within an earlier one. */
export function withoutOverlaps(matches: readonly Range[]): Range[] {
  const separate: Range[] = [];
  for (const match of matches) if (match.start >= (separate.at(-1)?.end ?? 0)) separate.push(match);
  return separate;
}

/** The lines that contain occurrences, which are in order and do not overlap. */
export function groupByLine(markdown: string, matches: readonly Range[]): LiteralLine[] {
  const lines: { start: number; end: number; matches: Range[] }[] = [];
  for (const match of matches) {
    const last = lines.at(-1);
    if (last !== undefined && match.start < last.end) last.matches.push(match);
    else {
      const line = lineFrom(markdown, lineStart(markdown, match.start));
      lines.push({ start: line.start, end: Math.max(line.end, match.start + 1), matches: [match] });
    }
  }
  return lines;
}

/** With the same length: `İ` by itself would become two characters. */
const lowerCase = (text: string) => text.replaceAll("\u0130", "i").toLowerCase();
