import type { WorkInSteps } from "../../markdown/text/work-in-steps.ts";
import { type ComparisonBudget, diffingLineArrays } from "../../markdown/versions/diff.ts";

/** The indexes of one item in two versions. An item in both is equal unless `isEdited`. */
export type Aligned =
  | { readonly before: number; readonly after: number; readonly isEdited: boolean }
  | { readonly before: number; readonly after: undefined }
  | { readonly before: undefined; readonly after: number };

export interface Versions {
  /** Equal items have equal prints. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** How similar two items are, from 0 to 1. */
  similarity(before: number, after: number): number;
  /** Once it is spent, what changed is removed and added. */
  readonly budget: ComparisonBudget;
}

/** Limit on the pairs of items compared. */
const maxPairs = 10_000;

/** Minimum similarity for a removed and an added item to count as an edit. */
const minSimilarity = 0.35;

/** Matches the items of two versions, in the order in which a reader sees both. */
export function* aligning(versions: Versions): WorkInSteps<Aligned[]> {
  const { before, after, budget } = versions;
  const aligned: Aligned[] = [];
  let [beforeAt, afterAt] = [0, 0];
  const alignUntil = (beforeEnd: number) => {
    for (; beforeAt < beforeEnd; beforeAt += 1, afterAt += 1) {
      aligned.push({ before: beforeAt, after: afterAt, isEdited: false });
    }
  };
  const skipTo = (beforeEnd: number, afterEnd: number) => {
    for (; beforeAt < beforeEnd; beforeAt += 1) aligned.push({ before: beforeAt, after: undefined });
    for (; afterAt < afterEnd; afterAt += 1) aligned.push({ before: undefined, after: afterAt });
  };
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of yield* diffingLineArrays(before, after, budget)) {
    alignUntil(beforeStart);
    for (const [one, other] of yield* pairing(versions, [beforeStart, beforeEnd], [afterStart, afterEnd])) {
      skipTo(one, other);
      aligned.push({ before: one, after: other, isEdited: true });
      [beforeAt, afterAt] = [one + 1, other + 1];
    }
    skipTo(beforeEnd, afterEnd);
  }
  alignUntil(before.length);
  return aligned;
}

type Range = readonly [start: number, end: number];

/** Pairs removed with added items, in order, for the greatest total similarity. */
function* pairing(
  { similarity, budget }: Versions,
  [beforeStart, beforeEnd]: Range,
  [afterStart, afterEnd]: Range,
): WorkInSteps<[number, number][]> {
  const pairs: [number, number][] = [];
  const [removed, added] = [beforeEnd - beforeStart, afterEnd - afterStart];
  if (removed * added > maxPairs || budget.left <= 0) return pairs;
  // best[i][j]: the greatest similarity from items i and j on.
  const best = Array.from({ length: removed + 1 }, () => new Float64Array(added + 1));
  for (let one = removed - 1; one >= 0; one -= 1) {
    for (let other = added - 1; other >= 0; other -= 1) {
      const share = similarity(beforeStart + one, afterStart + other);
      const paired = share < minSimilarity ? 0 : share + (best[one + 1]?.[other + 1] ?? 0);
      const row = best[one];
      if (row) row[other] = Math.max(paired, best[one + 1]?.[other] ?? 0, row[other + 1] ?? 0);
      yield;
    }
  }
  let [one, other] = [0, 0];
  while (one < removed && other < added) {
    const here = best[one]?.[other] ?? 0;
    if (here === (best[one + 1]?.[other] ?? 0)) one += 1;
    else if (here === (best[one]?.[other + 1] ?? 0)) other += 1;
    else {
      pairs.push([beforeStart + one, afterStart + other]);
      one += 1;
      other += 1;
    }
  }
  return pairs;
}

type WordCounts = ReadonlyMap<string, number>;

/** Characters of an item by which its similarity is judged. */
const maxComparedChars = 10_000;

/** The similarity of items by their words, which are counted only for those that are compared. */
export function createSimilarity<Item>(
  before: readonly Item[],
  after: readonly Item[],
  getText: (item: Item) => string,
  budget: ComparisonBudget,
) {
  const counted = new Map<Item, WordCounts>();
  const getWordCounts = (item: Item): WordCounts => {
    const known = counted.get(item) ?? wordCounts(getText(item).slice(0, maxComparedChars));
    counted.set(item, known);
    return known;
  };
  return (one: number, other: number): number => {
    const [was, is] = [before[one], after[other]];
    if (was === undefined || is === undefined || budget.left <= 0) return 0;
    const [wasCounts, isCounts] = [getWordCounts(was), getWordCounts(is)];
    budget.left -= wasCounts.size + isCounts.size;
    return commonShare(wasCounts, isCounts);
  };
}

function wordCounts(text: string): WordCounts {
  const counts = new Map<string, number>();
  for (const word of text.match(/[\p{L}\p{N}_]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The share of words that both have in common, from 0 to 1. */
function commonShare(one: WordCounts, other: WordCounts): number {
  let [common, total] = [0, 0];
  for (const [word, times] of one) {
    common += 2 * Math.min(times, other.get(word) ?? 0);
    total += times;
  }
  for (const times of other.values()) total += times;
  return total === 0 ? 1 : common / total;
}
