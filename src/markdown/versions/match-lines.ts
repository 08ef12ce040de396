import type { WorkInSteps } from "../text/work-in-steps.ts";

/** What two sequences have in common after the smallest edit. */
export interface Matches {
  /** Items that only one of the two has. */
  readonly edits: number;
  /** Index pairs of equal items, ascending on both sides. */
  readonly pairs: readonly (readonly [before: number, after: number])[];
}

/** Comparisons between two pauses: a fraction of a millisecond. */
const comparisonsPerStep = 50_000;

/**
 * The smallest edit between two sequences of numbers, after Myers, "An O(ND) Difference Algorithm" (1986); undefined if
 * it takes more than `maxEdits`. Libraries do this at once, or with a timer for each edit.
 */
export function* findMatches(
  before: Int32Array,
  after: Int32Array,
  maxEdits: number,
): WorkInSteps<Matches | undefined> {
  // A diagonal has the cells with the same difference of both indexes. By diagonal, from `-maxEdits - 1`: how far into
  // `before` its furthest cell is, -1 if none is reached.
  const furthest = new Int32Array(2 * maxEdits + 3).fill(-1);
  const at = (diagonal: number) => diagonal + maxEdits + 1;
  /** The furthest cells after each number of edits, of every second diagonal: the others are not reached by it. */
  const history: Int32Array[] = [];
  let comparisons = 0;
  for (let edits = 0; edits <= maxEdits; edits += 1) {
    const row = new Int32Array(edits + 1);
    for (let index = 0; index <= edits; index += 1) {
      const diagonal = 2 * index - edits;
      const inserted = furthest[at(diagonal + 1)] ?? -1;
      const removed = furthest[at(diagonal - 1)] ?? -1;
      const from = edits === 0 ? 0 : enter(diagonal, inserted, removed);
      let end = from;
      if (from >= 0) {
        while (end < before.length && end - diagonal < after.length && before[end] === after[end - diagonal]) end += 1;
      }
      furthest[at(diagonal)] = end;
      row[index] = end;
      if (end === before.length && end - diagonal === after.length) return { edits, pairs: walkBack(edits, diagonal) };
      comparisons += 1 + end - from;
      if (comparisons < comparisonsPerStep) continue;
      comparisons = 0;
      yield;
    }
    history.push(row);
  }
  return undefined;

  /** Where one edit enters a diagonal from its neighbors, as far into `before` as possible; -1 if from neither. */
  function enter(diagonal: number, inserted: number, removed: number): number {
    const canInsert = inserted >= 0 && inserted - diagonal <= after.length;
    const canRemove = removed >= 0 && removed < before.length;
    if (canRemove && !(canInsert && removed < inserted)) return removed + 1;
    return canInsert ? inserted : -1;
  }

  function walkBack(edits: number, last: number): Matches["pairs"] {
    const pairs: [number, number][] = [];
    let [end, diagonal] = [before.length, last];
    for (let left = edits; ; left -= 1) {
      const row = history[left - 1];
      const inserted = row?.[(diagonal + left) / 2] ?? -1;
      const removed = row?.[(diagonal + left) / 2 - 1] ?? -1;
      const from = row === undefined ? 0 : enter(diagonal, inserted, removed);
      for (let matched = end - 1; matched >= from; matched -= 1) pairs.push([matched, matched - diagonal]);
      if (row === undefined) return pairs.reverse();
      const isInsertion = from === inserted;
      end = isInsertion ? from : from - 1;
      diagonal += isInsertion ? 1 : -1;
    }
  }
}
