import { type Block, blockNodes, inlineNodes, isBlock, plainText } from "../../markdown/document/model.ts";
import { diffLineArrays } from "../../markdown/versions/diff.ts";

/** What happened to one block, in the order in which a reader sees both versions. */
export type Step =
  | { readonly kind: "same"; readonly before: Block; readonly after: Block }
  | { readonly kind: "edited"; readonly before: Block; readonly after: Block }
  | { readonly kind: "added"; readonly after: Block }
  | { readonly kind: "removed"; readonly before: Block }
  /** The identical block is elsewhere in the other version. */
  | { readonly kind: "moved-here"; readonly after: Block }
  | { readonly kind: "moved-away"; readonly before: Block };

/** Minimum length in characters for detecting a move; shorter blocks are too often identical by chance. */
const leastMoved = 20;

/** Compares the blocks of two versions of a document. */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): Step[] {
  const [was, is] = [before.map(fingerprint), after.map(fingerprint)];
  const steps: Step[] = [];
  let [beforeAt, afterAt] = [0, 0];
  for (const hunk of diffLineArrays(was, is)) {
    steps.push(...sameSteps(before.slice(beforeAt, hunk.beforeStart), after.slice(afterAt, hunk.afterStart)));
    steps.push(
      ...pairBlocks(before.slice(hunk.beforeStart, hunk.beforeEnd), after.slice(hunk.afterStart, hunk.afterEnd)),
    );
    [beforeAt, afterAt] = [hunk.beforeEnd, hunk.afterEnd];
  }
  steps.push(...sameSteps(before.slice(beforeAt), after.slice(afterAt)));
  return recognizeMoves(steps);
}

function sameSteps(before: readonly Block[], after: readonly Block[]): Step[] {
  return after.flatMap((block, at) => {
    const old = before[at];
    return old === undefined ? [] : [{ kind: "same" as const, before: old, after: block }];
  });
}

/** Marks blocks that were removed in one place and added in another as moved. */
function recognizeMoves(steps: readonly Step[]): Step[] {
  const added = new Map<string, number>();
  for (const step of steps) {
    if (step.kind !== "added" || textOf(step.after).length < leastMoved) continue;
    const print = fingerprint(step.after);
    added.set(print, (added.get(print) ?? 0) + 1);
  }
  const moved = new Map<string, number>();
  const withOrigins = steps.map((step): Step => {
    if (step.kind !== "removed") return step;
    const print = fingerprint(step.before);
    const left = added.get(print) ?? 0;
    if (left === 0) return step;
    added.set(print, left - 1);
    moved.set(print, (moved.get(print) ?? 0) + 1);
    return { kind: "moved-away", before: step.before };
  });
  return withOrigins.map((step): Step => {
    if (step.kind !== "added") return step;
    const print = fingerprint(step.after);
    const left = moved.get(print) ?? 0;
    if (left === 0) return step;
    moved.set(print, left - 1);
    return { kind: "moved-here", after: step.after };
  });
}

/** Limit on the pairs of blocks compared. */
const mostPairs = 10_000;

/** Minimum similarity for a removed and an added block to count as an edit. */
const leastAlike = 0.35;

/** Matches removed to added blocks, in order, for the greatest total similarity. */
function pairBlocks(before: readonly Block[], after: readonly Block[]): Step[] {
  const pairs = before.length * after.length > mostPairs ? [] : bestPairs(before, after);
  const steps: Step[] = [];
  let [beforeAt, afterAt] = [0, 0];
  const skipTo = (beforeEnd: number, afterEnd: number) => {
    steps.push(...before.slice(beforeAt, beforeEnd).map((block) => ({ kind: "removed" as const, before: block })));
    steps.push(...after.slice(afterAt, afterEnd).map((block) => ({ kind: "added" as const, after: block })));
  };
  for (const [one, other] of pairs) {
    const [old, now] = [before[one], after[other]];
    if (old === undefined || now === undefined) continue;
    skipTo(one, other);
    steps.push({ kind: "edited", before: old, after: now });
    [beforeAt, afterAt] = [one + 1, other + 1];
  }
  skipTo(before.length, after.length);
  return steps;
}

function bestPairs(before: readonly Block[], after: readonly Block[]): [number, number][] {
  const [was, is] = [before.map(wordCounts), after.map(wordCounts)];
  const alike = (one: number, other: number): number => {
    if (before[one]?.type !== after[other]?.type) return 0;
    const share = commonShare(was[one] ?? new Map(), is[other] ?? new Map());
    return share >= leastAlike ? share : 0;
  };
  // best[i][j]: the greatest similarity from blocks i and j on.
  const best = Array.from({ length: before.length + 1 }, () => new Float64Array(after.length + 1));
  for (let one = before.length - 1; one >= 0; one -= 1) {
    for (let other = after.length - 1; other >= 0; other -= 1) {
      const share = alike(one, other);
      const paired = share === 0 ? 0 : share + (best[one + 1]?.[other + 1] ?? 0);
      const row = best[one];
      if (row) row[other] = Math.max(paired, best[one + 1]?.[other] ?? 0, row[other + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  let [one, other] = [0, 0];
  while (one < before.length && other < after.length) {
    const here = best[one]?.[other] ?? 0;
    if (here === (best[one + 1]?.[other] ?? 0)) one += 1;
    else if (here === (best[one]?.[other + 1] ?? 0)) other += 1;
    else {
      pairs.push([one, other]);
      one += 1;
      other += 1;
    }
  }
  return pairs;
}

function wordCounts(block: Block): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of textOf(block).match(/[\p{L}\p{N}_]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The share of words that both have in common, from 0 to 1. */
function commonShare(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [common, total] = [0, 0];
  for (const [word, times] of one) {
    common += 2 * Math.min(times, other.get(word) ?? 0);
    total += times;
  }
  for (const times of other.values()) total += times;
  return total === 0 ? 1 : common / total;
}

/** All words of a block, including nested blocks. */
function textOf(block: Block): string {
  const inner = [...blockNodes(block.nodes), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes.filter(isBlock))];
  const parts = [plainText(inlineNodes(block.nodes)), ...inner.map(textOf)].filter((part) => part !== "");
  return parts.length === 0 ? JSON.stringify(block.data) : parts.join(" ");
}

const fingerprints = new WeakMap<Block, string>();

/** Identifies a block by everything except its key and position. Blocks are never changed. */
function fingerprint(block: Block): string {
  const known = fingerprints.get(block);
  if (known !== undefined) return known;
  const made = JSON.stringify(block, (name, value: unknown) =>
    name === "key" || name === "source" || name === "meta" ? undefined : value,
  );
  fingerprints.set(block, made);
  return made;
}
