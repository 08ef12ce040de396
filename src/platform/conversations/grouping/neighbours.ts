import type { Breathe } from "./agglomerate.ts";
import { averageLikeness, type Group } from "./group.ts";

/** Of each group, so many of the likest are looked at. */
const mostNeighbours = 20;
/** Entries of the features' lists that are read for one group, the rarest features first. */
const mostRead = 1_500;

/** A group that has a feature, and the feature's share of its length. */
interface Entry {
  readonly index: number;
  readonly weight: number;
}

/** The likest others of each group with their likeness, both ways, as far as they are as alike as `least`. */
export async function findNeighbours(
  groups: readonly Group[],
  least: number,
  breathe: Breathe,
): Promise<Map<number, number>[]> {
  const lists = new FeatureLists(groups.length);
  for (const [index, group] of groups.entries()) {
    lists.add(index, group);
    await breathe();
  }
  const neighbours = groups.map(() => new Map<number, number>());
  for (const [index, group] of groups.entries()) {
    for (const other of lists.likest(group, index)) {
      if (neighbours[index]?.has(other)) continue;
      const value = averageLikeness(group, groups[other] as Group);
      if (value < least) continue;
      neighbours[index]?.set(other, value);
      neighbours[other]?.set(index, value);
    }
    await breathe();
  }
  return neighbours;
}

/** Which groups have a feature. */
export class FeatureLists {
  readonly #lists = new Map<number, Entry[]>();
  readonly #scores: Float64Array;

  constructor(groups: number) {
    this.#scores = new Float64Array(groups);
  }

  add(index: number, { sum, length }: Group): void {
    for (const [feature, weight] of sum) {
      const entry = { index, weight: weight / length };
      const list = this.#lists.get(feature);
      if (list === undefined) this.#lists.set(feature, [entry]);
      else list.push(entry);
    }
  }

  /** Groups that share rare features with this one, the likest first, without the one called `self`. */
  likest({ sum }: Group, self: number): number[] {
    const found: { readonly feature: number; readonly weight: number; readonly list: readonly Entry[] }[] = [];
    for (const [feature, weight] of sum) {
      const list = this.#lists.get(feature);
      if (list !== undefined) found.push({ feature, weight, list });
    }
    found.sort((one, other) => one.list.length - other.list.length || one.feature - other.feature);
    const scores = this.#scores;
    const scored: number[] = [];
    let read = 0;
    for (const { weight, list } of found) {
      if (read > 0 && read + list.length > mostRead) break;
      read += list.length;
      for (const { index, weight: theirs } of list) {
        if (scores[index] === 0) scored.push(index);
        scores[index] = (scores[index] ?? 0) + weight * theirs;
      }
    }
    const likest = scored
      .filter((index) => index !== self)
      .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other)
      .slice(0, mostNeighbours);
    for (const index of scored) scores[index] = 0;
    return likest;
  }
}
