import { changedLines, unifiedDiff } from "../../text/diff.ts";
import { beginningOf } from "../../text/shortened.ts";
import { estimateTokens } from "./budget.ts";
import { fence } from "./fence.ts";
import { quoted } from "./name.ts";
import { countWithin, endWithin, fenceTokens } from "./within.ts";

const longestLine = 600;

/** The lines of a unified diff, those of unreasonable length cut. */
export function diffLines(before: string, after: string): string[] {
  const diff = unifiedDiff(before, after);
  if (diff === "") return [];
  const lines = diff.slice(0, -1).split("\n");
  const spots = changedSpots(lines);
  return lines.map((line, at) => spots.get(at) ?? shortened(line));
}

/** Characters shown on each side of what changed within a long line. */
const spotContext = 120;

/** Of long lines that take each other's place, the part that differs, by their indexes. */
function changedSpots(lines: readonly string[]): Map<number, string> {
  const spots = new Map<number, string>();
  for (let at = 0; at < lines.length; ) {
    const removed = runLength(lines, at, "-");
    const added = runLength(lines, at + removed, "+");
    for (let index = 0; index < Math.min(removed, added); index += 1) {
      const [was, is] = [lines[at + index] ?? "", lines[at + removed + index] ?? ""];
      if (Math.max(was.length, is.length) <= longestLine) continue;
      const [before, after] = spotsOf(was, is);
      spots.set(at + index, before);
      spots.set(at + removed + index, after);
    }
    at += Math.max(1, removed + added);
  }
  return spots;
}

function runLength(lines: readonly string[], start: number, sign: string): number {
  let end = start;
  while (lines[end]?.startsWith(sign)) end += 1;
  return end - start;
}

function spotsOf(was: string, is: string): [string, string] {
  const shortest = Math.min(was.length, is.length);
  let head = 1;
  while (head < shortest && was[head] === is[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && was[was.length - 1 - tail] === is[is.length - 1 - tail]) tail += 1;
  const spot = (line: string): string => {
    const start = wholeFrom(line, Math.max(1, head - spotContext));
    const end = wholeFrom(line, Math.min(line.length, line.length - tail + spotContext));
    const before = start > 1 ? `… (${start - 1} characters as before)` : "";
    const after = end < line.length ? ` (${line.length - end} characters as before) …` : "";
    return `${line[0]}${before}${shortened(line.slice(start, end))}${after}`;
  };
  return [spot(was), spot(is)];
}

/** An index that does not part the halves of a character. */
const wholeFrom = (line: string, index: number) => (/[\udc00-\udfff]/.test(line[index] ?? "") ? index - 1 : index);

function shortened(line: string): string {
  if (line.length <= longestLine) return line;
  const beginning = beginningOf(line, longestLine);
  return `${beginning}… (${line.length - beginning.length} more characters on this line)`;
}

/** The beginning of a line too long for an answer of its own, at most so many tokens; never nothing. */
export function lineWithin(line: string, tokens: number): string {
  const note = "… (this line goes on)";
  return `${beginningOf(line, endWithin(line, 0, line.length, tokens - estimateTokens(note)))}${note}`;
}

/** A fenced diff of at most so many tokens; what does not fit is counted. */
export function fencedDiff(before: string, after: string, title: string, tokens: number): string {
  const lines = diffLines(before, after);
  if (lines.length === 0) return "Nothing is different.";
  const count = countWithin(lines, tokens - fenceTokens);
  const left = lines.length - count;
  const more = left > 0 ? `\n(${left} more diff ${left === 1 ? "line" : "lines"} left out)` : "";
  if (count === 0) return `The diff of ${quoted(title)} does not fit into the answer (${lines.length} lines).`;
  return `${fence(lines.slice(0, count).join("\n"), { title })}${more}`;
}

/** `+3 −1 lines`. */
export function changedLineCount(before: string, after: string): string {
  const { added, removed } = changedLines(before, after);
  return `+${added} −${removed} ${added + removed === 1 ? "line" : "lines"}`;
}
