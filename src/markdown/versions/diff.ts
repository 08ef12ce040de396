import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";
import { findMatches } from "./match-lines.ts";

/** A maximal run of changed lines. Bounds are 0-based line indexes, end exclusive; an empty side is an insertion or a deletion. */
export interface Hunk {
  beforeStart: number;
  beforeEnd: number;
  afterStart: number;
  afterEnd: number;
}

/** Comparisons left to one diff, or to several that share them. */
export interface ComparisonBudget {
  left: number;
}

/** At most about a second of the search in `diff`. */
export const comparisonBudget = (): ComparisonBudget => ({ left: 20_000_000 });

const MAX_EDITS = 4_000;

/** Splits text after each line feed, so that joining the lines gives the text back. A last line may have no line feed. */
export function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const last = lines.pop();
  const ended = lines.map((line) => `${line}\n`);
  if (last) ended.push(last);
  return ended;
}

/** The changed runs between two arrays of lines, at once. */
export const diffLineArrays = (
  before: readonly string[],
  after: readonly string[],
  budget?: ComparisonBudget,
): Hunk[] => runToEnd(diffingLineArrays(before, after, budget));

/**
 * The changed runs between two arrays of lines, in order, at least one equal line apart. Time is bounded:
 * texts too different to compare within the budget give one hunk around everything between their common ends.
 */
export function* diffingLineArrays(
  before: readonly string[],
  after: readonly string[],
  budget: ComparisonBudget = comparisonBudget(),
): WorkInSteps<Hunk[]> {
  const minLength = Math.min(before.length, after.length);
  let head = 0;
  while (head < minLength && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < minLength - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const bounds = { before: before.length - tail, after: after.length - tail };
  if (head === bounds.before && head === bounds.after) return [];

  const matches = yield* matchingLines(before.slice(head, bounds.before), after.slice(head, bounds.after), budget);
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

/** Lines looked at between two pauses. */
const linesPerStep = 5_000;

/** Index pairs of the lines two texts have in common, ascending on both sides; none if the search is over budget. */
function* matchingLines(
  before: readonly string[],
  after: readonly string[],
  budget: ComparisonBudget,
): WorkInSteps<readonly (readonly [number, number])[]> {
  if (budget.left <= 0) return [];
  const numbers = new Map<string, number>();
  for (const [at, line] of before.entries()) {
    if (!numbers.has(line)) numbers.set(line, numbers.size);
    if (at % linesPerStep === 0) yield;
  }
  const inAfter = new Set<string>();
  for (const [at, line] of after.entries()) {
    inAfter.add(line);
    if (at % linesPerStep === 0) yield;
  }
  // A line on only one side cannot match, so omitting it keeps the result and makes unrelated texts cheap.
  const left = findIndexes(before, (line) => inAfter.has(line));
  yield;
  const right = findIndexes(after, (line) => numbers.has(line));
  if (left.length === 0) return [];
  yield;

  // The search compares fewer than edits × edits lines, besides those that are equal.
  const lines = left.length + right.length;
  const maxEdits = Math.min(lines, MAX_EDITS, Math.ceil(budget.left / lines), Math.ceil(Math.sqrt(budget.left)));
  const toNumbers = (indexes: readonly number[], all: readonly string[]) =>
    Int32Array.from(indexes, (index) => numbers.get(all[index] ?? "") ?? -1);
  const leftNumbers = toNumbers(left, before);
  yield;
  const rightNumbers = toNumbers(right, after);
  yield;
  const found = yield* findMatches(leftNumbers, rightNumbers, maxEdits);
  budget.left -= lines + (found?.edits ?? maxEdits) ** 2;
  return (found?.pairs ?? []).map(([one, other]) => [left[one] ?? 0, right[other] ?? 0]);
}

function findIndexes(lines: readonly string[], accept: (line: string) => boolean): number[] {
  const indexes: number[] = [];
  lines.forEach((line, index) => {
    if (accept(line)) indexes.push(index);
  });
  return indexes;
}

/** Two texts compared by line. */
export interface TextComparison {
  /** Lines that the change adds and removes; a changed line counts on both sides. */
  readonly added: number;
  readonly removed: number;
  /** The hunks of a unified diff, without file headers. Empty for equal texts. */
  readonly lines: readonly string[];
}

/** Unchanged lines shown around a change. */
const defaultContext = 3;

/** Compares two texts that may be long. */
export function* comparingTexts(before: string, after: string, context = defaultContext): WorkInSteps<TextComparison> {
  if (before === after) return { added: 0, removed: 0, lines: [] };
  const beforeLines = splitLines(before);
  yield;
  const afterLines = splitLines(after);
  yield;
  const hunks = yield* diffingLineArrays(beforeLines, afterLines);
  yield;
  const lines: string[] = [];
  for (const group of groupByContext(hunks, context)) {
    yield* printingGroup(group, { before: beforeLines, after: afterLines, context, lines });
  }
  return { ...countLines(hunks), lines };
}

function countLines(hunks: readonly Hunk[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    added += hunk.afterEnd - hunk.afterStart;
    removed += hunk.beforeEnd - hunk.beforeStart;
  }
  return { added, removed };
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
  readonly start: number;
  readonly end: number;
  readonly added: number;
  readonly removed: number;
}

function computeExtent(group: readonly Hunk[], beforeLength: number, context: number): Extent {
  const start = Math.max(0, (group[0]?.beforeStart ?? 0) - context);
  return { start, end: Math.min(beforeLength, (group.at(-1)?.beforeEnd ?? 0) + context), ...countLines(group) };
}

interface Printing {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly context: number;
  /** Receives the lines. */
  readonly lines: string[];
}

function* printingGroup(group: readonly Hunk[], { before, after, context, lines }: Printing): WorkInSteps<void> {
  const { start, end, added, removed } = computeExtent(group, before.length, context);
  const first = group[0];
  const afterStart = first ? first.afterStart - (first.beforeStart - start) : 0;
  const beforeRange = range(start, end - start);
  const afterRange = range(afterStart, end - start - removed + added);
  lines.push(`@@ -${beforeRange} +${afterRange} @@`);
  function* pushing(sign: string, from: readonly string[], begin: number, stop: number): WorkInSteps<void> {
    for (let index = begin; index < stop; index += 1) {
      const line = from[index] ?? "";
      if (line.endsWith("\n")) lines.push(sign + line.slice(0, -1));
      else lines.push(sign + line, "\\ No newline at end of file");
      if ((index - begin) % linesPerStep === 0) yield;
    }
  }
  let at = start;
  for (const hunk of group) {
    yield* pushing(" ", before, at, hunk.beforeStart);
    yield* pushing("-", before, hunk.beforeStart, hunk.beforeEnd);
    yield* pushing("+", after, hunk.afterStart, hunk.afterEnd);
    at = hunk.beforeEnd;
  }
  yield* pushing(" ", before, at, end);
}

/** The `start,count` of a hunk header: 1-based, the line before it if the side is empty, no count for one line. */
function range(start: number, count: number): string {
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}
