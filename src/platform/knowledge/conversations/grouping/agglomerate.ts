import type { YieldIfDue } from "../related-pages.ts";
import type { Vector } from "./vectors.ts";

interface Pair {
  readonly similarity: number;
  readonly one: number;
  readonly other: number;
}

/**
 * Repeatedly joins the two most similar groups, until none are as similar as `minSimilarity`. The result depends only on the
 * groups: equally similar pairs are taken in group order.
 */
export async function agglomerate(
  groups: readonly Group[],
  minSimilarity: number,
  yieldIfDue: YieldIfDue,
): Promise<Group[]> {
  const owned = new Set<Vector>();
  const alive: (Group | undefined)[] = [...groups];
  const neighbours = await findNeighbours(groups, minSimilarity, yieldIfDue);
  const pairs = new Heap<Pair>(
    (one, other) => other.similarity - one.similarity || one.one - other.one || one.other - other.other,
  );
  for (const [one, found] of neighbours.entries()) {
    for (const [other, value] of found) if (one < other) pairs.push({ similarity: value, one, other });
  }
  for (let next = pairs.pop(); next !== undefined; next = pairs.pop()) {
    const { one, other, similarity } = next;
    const [survivor, absorbed] = [alive[one], alive[other]];
    const known = neighbours[one];
    if (survivor === undefined || absorbed === undefined || known === undefined || known.get(other) !== similarity)
      continue;
    const joined = unite(survivor, absorbed, owned);
    alive[one] = joined;
    alive[other] = undefined;
    const others = neighbours[other] ?? new Map<number, number>();
    const touched = new Set([...known.keys(), ...others.keys()]);
    for (const third of touched) {
      const group = third === one || third === other ? undefined : alive[third];
      if (group === undefined) continue;
      const now = joinedSimilarity(joined, group, [survivor, known.get(third)], [absorbed, others.get(third)]);
      neighbours[third]?.delete(other);
      neighbours[third]?.delete(one);
      known.delete(third);
      if (now < minSimilarity) continue;
      known.set(third, now);
      neighbours[third]?.set(one, now);
      pairs.push({ similarity: now, one: Math.min(one, third), other: Math.max(one, third) });
    }
    known.delete(other);
    others.clear();
    await yieldIfDue();
  }
  return alive.filter((group) => group !== undefined);
}

type Part = readonly [group: Group, likeness: number | undefined];

/** If both parts were compared with the group, the mean of the two similarities. */
function joinedSimilarity(
  joined: Group,
  group: Group,
  [one, similarity]: Part,
  [other, otherSimilarity]: Part,
): number {
  if (similarity === undefined || otherSimilarity === undefined) return averageSimilarity(joined, group);
  const [count, otherCount] = [one.members.length, other.members.length];
  return (similarity * count + otherSimilarity * otherCount) / (count + otherCount);
}

/** Adds the smaller sum to the larger one, which is copied first unless it was created here. */
function unite(one: Group, other: Group, owned: Set<Vector>): Group {
  const [small, large] = one.sum.size <= other.sum.size ? [one, other] : [other, one];
  const sum = owned.has(large.sum) ? (large.sum as Map<number, number>) : new Map(large.sum);
  owned.add(sum);
  for (const [feature, weight] of small.sum) sum.set(feature, (sum.get(feature) ?? 0) + weight);
  return createGroup([...one.members, ...other.members], sum);
}

/** A priority queue. */
class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (one: Item, other: Item) => number;

  constructor(compare: (one: Item, other: Item) => number) {
    this.#compare = compare;
  }

  push(item: Item): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#compare(items[above] as Item, item) <= 0) break;
      items[at] = items[above] as Item;
      at = above;
    }
    items[at] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && this.#compare(items[below + 1] as Item, items[below] as Item) < 0) below += 1;
      if (this.#compare(last, items[below] as Item) <= 0) break;
      items[at] = items[below] as Item;
      at = below;
    }
    items[at] = last;
    return first;
  }
}

/** Number of most similar groups considered per group. */
const maxNeighbours = 20;

/** Number of postings read for one group, rarest features first. */
const maxPostings = 1_500;

/** A group with a feature, and the feature's share of its length. */
interface Entry {
  readonly index: number;
  readonly weight: number;
}

/** The most similar neighbours of each group, in both directions, with a similarity of at least `minSimilarity`. */
export async function findNeighbours(
  groups: readonly Group[],
  minSimilarity: number,
  yieldIfDue: YieldIfDue,
): Promise<Map<number, number>[]> {
  const lists = new FeatureLists(groups.length);
  for (const [index, group] of groups.entries()) {
    lists.add(index, group);
    await yieldIfDue();
  }
  const neighbours = groups.map(() => new Map<number, number>());
  for (const [index, group] of groups.entries()) {
    for (const other of lists.mostSimilar(group, index)) {
      if (neighbours[index]?.has(other)) continue;
      const value = averageSimilarity(group, groups[other] as Group);
      if (value < minSimilarity) continue;
      neighbours[index]?.set(other, value);
      neighbours[other]?.set(index, value);
    }
    await yieldIfDue();
  }
  return neighbours;
}

/** Index from features to groups. */
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

  /** Groups that share rare features with this one, most similar first, without `self`. */
  mostSimilar({ sum }: Group, self: number): number[] {
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
      if (read > 0 && read + list.length > maxPostings) break;
      read += list.length;
      for (const { index, weight: theirs } of list) {
        if (scores[index] === 0) scored.push(index);
        scores[index] = (scores[index] ?? 0) + weight * theirs;
      }
    }
    const mostSimilar = scored
      .filter((index) => index !== self)
      .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other)
      .slice(0, maxNeighbours);
    for (const index of scored) scores[index] = 0;
    return mostSimilar;
  }
}

/** A group of texts: their numbers, and the sum of their vectors. */
export interface Group {
  readonly members: readonly number[];
  readonly sum: Vector;
  /** Length of `sum`. */
  readonly length: number;
}

export const createGroup = (members: readonly number[], sum: Vector): Group => ({
  members,
  sum,
  length: computeLength(sum),
});

export function unitedGroup(groups: readonly Group[]): Group {
  const sum = new Map(groups[0]?.sum);
  for (const { sum: more } of groups.slice(1))
    for (const [feature, weight] of more) sum.set(feature, (sum.get(feature) ?? 0) + weight);
  return createGroup(
    groups.flatMap(({ members }) => members),
    sum,
  );
}

export function dot(one: Vector, other: Vector): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [feature, weight] of small) sum += weight * (large.get(feature) ?? 0);
  return sum;
}

/** The mean similarity of all pairs across the two groups. */
const averageSimilarity = (one: Group, other: Group): number =>
  dot(one.sum, other.sum) / (one.members.length * other.members.length);

function computeLength(sum: Vector): number {
  let square = 0;
  for (const weight of sum.values()) square += weight * weight;
  return Math.sqrt(square);
}
