import { describeClosestPassage } from "./closest-passage.ts";
import { EditError, type EditProblem } from "./edit-error.ts";
import { hasInvisible } from "./invisible.ts";
import { lineCounter, lineFrom, lineStart } from "./lines.ts";
import { listOccurrences } from "./occurrences.ts";
import type { Range } from "./range.ts";
import { listShownPassages } from "./shown-passages.ts";

const MOST_MATCHES_NAMED = 8;
const CONTEXT = 40;

/**
 * Where the old text stands on the page: once, or with `all` wherever it does. Line endings match each other, and so do
 * an invisible character and the escape that shows it.
 */
export function findPassages(markdown: string, oldText: string, all: boolean, index: number): Range[] {
  if (oldText === "") {
    throw new EditError("empty", index, "The old text is empty. Give the passage to replace, or edit a section.");
  }
  const found = listPassages(markdown, oldText);
  if (found.length === 0) {
    throw new EditError("not_found", index, describeClosestPassage(markdown, oldText));
  }
  if (found.length > 1 && !all) {
    throw new EditError("ambiguous", index, describeMatches(markdown, found));
  }
  return found.length === 1 ? found : disjoint(found);
}

export function listPassages(markdown: string, oldText: string): Range[] {
  if (hasInvisible(markdown)) return listShownPassages(markdown, oldText);
  const needle = oldText.replaceAll("\r\n", "\n");
  if (!markdown.includes("\r\n")) return toRanges(listOccurrences(markdown, needle), needle.length, (offset) => offset);
  const plain = markdown.replaceAll("\r\n", "\n");
  const returns = listOccurrences(markdown, "\r\n").map((offset, count) => offset - count);
  return toRanges(listOccurrences(plain, needle), needle.length, (offset) => offset + countBelow(returns, offset));
}

function toRanges(positions: readonly number[], length: number, map: (offset: number) => number): Range[] {
  return positions.map((position) => ({ start: map(position), end: map(position + length) }));
}

/** How many of the ascending numbers are smaller than `limit`. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function disjoint(ranges: readonly Range[]): Range[] {
  let free = 0;
  return ranges.filter(({ start, end }) => {
    if (start < free) return false;
    free = end;
    return true;
  });
}

function describeMatches(markdown: string, found: readonly Range[]): EditProblem {
  const lineAt = lineCounter(markdown);
  const named = found
    .slice(0, MOST_MATCHES_NAMED)
    .map((range) => `line ${lineAt(range.start)}: ${inContext(markdown, range)}`);
  const rest = found.length > named.length ? [`and ${found.length - named.length} more`] : [];
  return {
    problem: `The old text occurs ${found.length} times:`,
    fromPage: [...named, ...rest].map((line) => `- ${line}`).join("\n"),
    advice: "Include more of the text around the one you mean, or set `all` to replace every one.",
  };
}

/** The line a match starts on, cut to what stands around the match. */
function inContext(markdown: string, { start, end }: Range): string {
  const line = lineFrom(markdown, lineStart(markdown, start));
  const from = Math.max(line.start, start - CONTEXT);
  const to = Math.min(line.end, Math.min(end, start + CONTEXT) + CONTEXT);
  return `${from > line.start ? "…" : ""}${markdown.slice(from, to).trim()}${to < line.end ? "…" : ""}`;
}
