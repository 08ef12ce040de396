import { diffArrays } from "diff";

/** A maximal run of changed lines. Bounds are 0-based line indexes, end exclusive; an empty side is an insertion or a deletion. */
export interface Hunk {
  beforeStart: number;
  beforeEnd: number;
  afterStart: number;
  afterEnd: number;
}

interface UnifiedDiffOptions {
  /** Unchanged lines shown around a change. */
  context?: number;
  /** Maximum number of lines. The diff is cut where a hunk begins; a longer first hunk is omitted completely. */
  maxLines?: number;
}

/** Comparisons left to one diff, or to several that share them. */
export interface ComparisonBudget {
  left: number;
}

/** At most about a second of the search in `diff`. */
export const comparisonBudget = (): ComparisonBudget => ({ left: 20_000_000 });

const LONGEST_EDIT = 4_000;

/** Splits text after each line feed, so that joining the lines gives the text back. A last line may have no line feed. */
export function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const last = lines.pop();
  const ended = lines.map((line) => `${line}\n`);
  if (last) ended.push(last);
  return ended;
}

/** The changed runs between two texts by line. Lines compare exactly, line ending included. */
export function lineDiff(before: string, after: string): Hunk[] {
  return before === after ? [] : diffLineArrays(splitLines(before), splitLines(after));
}

/**
 * The changed runs between two arrays of lines, in order, at least one equal line apart. Time is bounded:
 * texts too different to compare within the budget give one hunk around everything between their common ends.
 */
export function diffLineArrays(
  before: readonly string[],
  after: readonly string[],
  budget: ComparisonBudget = comparisonBudget(),
): Hunk[] {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const bounds = { before: before.length - tail, after: after.length - tail };
  if (head === bounds.before && head === bounds.after) return [];

  const matches = matchLines(before.slice(head, bounds.before), after.slice(head, bounds.after), budget);
  const hunks: Hunk[] = [];
  let beforeAt = head;
  let afterAt = head;
  for (const [beforeIndex, afterIndex] of [...matches, [bounds.before - head, bounds.after - head] as const]) {
    const beforeEnd = beforeIndex + head;
    const afterEnd = afterIndex + head;
    if (beforeEnd > beforeAt || afterEnd > afterAt) {
      hunks.push({ beforeStart: beforeAt, beforeEnd, afterStart: afterAt, afterEnd });
    }
    beforeAt = beforeEnd + 1;
    afterAt = afterEnd + 1;
  }
  return hunks;
}

/** Index pairs of the lines two texts have in common, ascending on both sides; none if the search is over budget. */
function matchLines(before: readonly string[], after: readonly string[], budget: ComparisonBudget): [number, number][] {
  if (budget.left <= 0) return [];
  const numbers = new Map<string, number>();
  for (const line of before) if (!numbers.has(line)) numbers.set(line, numbers.size);
  const inAfter = new Set(after);
  // A line on only one side cannot match, so omitting it keeps the result and makes unrelated texts cheap.
  const left = indexesOf(before, (line) => inAfter.has(line));
  const right = indexesOf(after, (line) => numbers.has(line));
  if (left.length === 0) return [];

  // The search compares fewer than edits × edits lines, besides those that are equal.
  const lines = left.length + right.length;
  const maxEditLength = Math.min(LONGEST_EDIT, Math.ceil(budget.left / lines), Math.ceil(Math.sqrt(budget.left)));
  const changes = diffArrays(
    left.map((index) => numbers.get(before[index] ?? "")),
    right.map((index) => numbers.get(after[index] ?? "")),
    { maxEditLength },
  );
  const edits = changes?.reduce((sum, { added, removed, count }) => (added || removed ? sum + count : sum), 0);
  budget.left -= lines + (edits ?? maxEditLength) ** 2;
  const matches: [number, number][] = [];
  let leftAt = 0;
  let rightAt = 0;
  for (const change of changes ?? []) {
    if (change.removed) leftAt += change.count;
    else if (change.added) rightAt += change.count;
    else {
      for (let step = 0; step < change.count; step += 1) {
        const beforeIndex = left[leftAt + step];
        const afterIndex = right[rightAt + step];
        if (beforeIndex !== undefined && afterIndex !== undefined) matches.push([beforeIndex, afterIndex]);
      }
      leftAt += change.count;
      rightAt += change.count;
    }
  }
  return matches;
}

function indexesOf(lines: readonly string[], accept: (line: string) => boolean): number[] {
  const indexes: number[] = [];
  lines.forEach((line, index) => {
    if (accept(line)) indexes.push(index);
  });
  return indexes;
}

/** The lines a change adds and removes; a changed line counts on both sides. */
export function changedLines(before: string, after: string): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const hunk of lineDiff(before, after)) {
    added += hunk.afterEnd - hunk.afterStart;
    removed += hunk.beforeEnd - hunk.beforeStart;
  }
  return { added, removed };
}

/** The hunks of a unified diff, without file headers. Empty for equal texts. */
export function unifiedDiff(before: string, after: string, options: UnifiedDiffOptions = {}): string {
  if (before === after) return "";
  const beforeLines = splitLines(before);
  const afterLines = splitLines(after);
  const context = Math.max(0, options.context ?? 3);
  const groups = groupByContext(diffLineArrays(beforeLines, afterLines), context);

  const output: string[] = [];
  for (const [index, group] of groups.entries()) {
    const printed = printGroup(group, beforeLines, afterLines, context);
    if (options.maxLines !== undefined && output.length + printed.length > options.maxLines) {
      const rest = groups.slice(index).reduce((sum, next) => sum + groupLength(next, beforeLines.length, context), 0);
      output.push(`(${rest} more diff ${rest === 1 ? "line" : "lines"} left out)`);
      break;
    }
    for (const line of printed) output.push(line);
  }
  return `${output.join("\n")}\n`;
}

/** Puts changes whose context would touch or overlap into one printed hunk. */
function groupByContext(hunks: readonly Hunk[], context: number): Hunk[][] {
  const groups: Hunk[][] = [];
  let group: Hunk[] = [];
  for (const hunk of hunks) {
    const previous = group.at(-1);
    if (previous && hunk.beforeStart - previous.beforeEnd > 2 * context) {
      groups.push(group);
      group = [];
    }
    group.push(hunk);
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

interface Extent {
  start: number;
  end: number;
  added: number;
  removed: number;
}

function extentOf(group: readonly Hunk[], beforeLength: number, context: number): Extent {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last) return { start: 0, end: 0, added: 0, removed: 0 };
  let added = 0;
  let removed = 0;
  for (const hunk of group) {
    added += hunk.afterEnd - hunk.afterStart;
    removed += hunk.beforeEnd - hunk.beforeStart;
  }
  const start = Math.max(0, first.beforeStart - context);
  return { start, end: Math.min(beforeLength, last.beforeEnd + context), added, removed };
}

/** Printed lines of a group with its header, not counting markers for a missing final newline. */
function groupLength(group: readonly Hunk[], beforeLength: number, context: number): number {
  const { start, end, added } = extentOf(group, beforeLength, context);
  return 1 + (end - start) + added;
}

function printGroup(
  group: readonly Hunk[],
  before: readonly string[],
  after: readonly string[],
  context: number,
): string[] {
  const { start, end, added, removed } = extentOf(group, before.length, context);
  const first = group[0];
  const afterStart = first ? first.afterStart - (first.beforeStart - start) : 0;
  const beforeRange = range(start, end - start);
  const afterRange = range(afterStart, end - start - removed + added);
  const output = [`@@ -${beforeRange} +${afterRange} @@`];
  const push = (sign: string, lines: readonly string[]) => {
    for (const line of lines) {
      if (line.endsWith("\n")) output.push(sign + line.slice(0, -1));
      else output.push(sign + line, "\\ No newline at end of file");
    }
  };
  let at = start;
  for (const hunk of group) {
    push(" ", before.slice(at, hunk.beforeStart));
    push("-", before.slice(hunk.beforeStart, hunk.beforeEnd));
    push("+", after.slice(hunk.afterStart, hunk.afterEnd));
    at = hunk.beforeEnd;
  }
  push(" ", before.slice(at, end));
  return output;
}

/** The `start,count` of a hunk header: 1-based, the line before it if the side is empty, no count for one line. */
function range(start: number, count: number): string {
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}
