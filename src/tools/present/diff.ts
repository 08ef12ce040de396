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
  return diff === "" ? [] : diff.slice(0, -1).split("\n").map(shortened);
}

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
