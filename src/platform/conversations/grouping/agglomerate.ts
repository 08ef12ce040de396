import { Heap } from "./heap.ts";

/** Texts that were put together: their numbers, and the sum of their vectors. */
export interface Group {
  readonly members: number[];
  readonly sum: Map<number, number>;
  /** Length of `sum`. */
  length: number;
}

/** Lets other work of the process happen. */
export type Breathe = () => Promise<void>;

/** How alike two groups are. */
export type Likeness = (one: Group, other: Group) => number;

/** Of each group, so many of the likest are looked at. */
const mostNeighbours = 20;
/** Entries of the terms' lists that are read for one group, the rarest terms first. */
const mostRead = 1_500;

interface Pair {
  readonly likeness: number;
  readonly one: number;
  readonly other: number;
}

export function dot(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0);
  return sum;
}

/**
 * Joins the two likest groups, again and again, until none are as alike as `least`. The outcome depends on the groups
 * and on nothing else: pairs that are equally alike are taken in the order of the groups.
 */
export async function agglomerate(
  groups: readonly Group[],
  likeness: Likeness,
  least: number,
  breathe: Breathe,
): Promise<Group[]> {
  const alive: (Group | undefined)[] = [...groups];
  const neighbours = await findNeighbours(groups, likeness, least, breathe);
  const pairs = new Heap<Pair>(
    (one, other) => other.likeness - one.likeness || one.one - other.one || one.other - other.other,
  );
  for (const [one, found] of neighbours.entries()) {
    for (const [other, value] of found) if (one < other) pairs.push({ likeness: value, one, other });
  }
  for (let next = pairs.pop(); next !== undefined; next = pairs.pop()) {
    const { one, other, likeness: value } = next;
    const [keeps, goes] = [alive[one], alive[other]];
    const known = neighbours[one];
    if (keeps === undefined || goes === undefined || known === undefined || known.get(other) !== value) continue;
    alive[one] = join(keeps, goes);
    alive[other] = undefined;
    const touched = new Set([...known.keys(), ...(neighbours[other]?.keys() ?? [])]);
    neighbours[other]?.clear();
    known.clear();
    for (const third of touched) {
      neighbours[third]?.delete(other);
      neighbours[third]?.delete(one);
      const group = third === one || third === other ? undefined : alive[third];
      const joined = alive[one];
      if (group === undefined || joined === undefined) continue;
      const now = likeness(joined, group);
      if (now < least) continue;
      known.set(third, now);
      neighbours[third]?.set(one, now);
      pairs.push({ likeness: now, one: Math.min(one, third), other: Math.max(one, third) });
    }
    await breathe();
  }
  return alive.filter((group) => group !== undefined);
}

function join(keeps: Group, goes: Group): Group {
  const sum = new Map(keeps.sum);
  for (const [term, weight] of goes.sum) sum.set(term, (sum.get(term) ?? 0) + weight);
  return { members: [...keeps.members, ...goes.members], sum, length: lengthOf(sum) };
}

export function lengthOf(sum: ReadonlyMap<number, number>): number {
  let square = 0;
  for (const weight of sum.values()) square += weight * weight;
  return Math.sqrt(square);
}

/** A group that has a term, and the term's share of its length. */
interface Entry {
  readonly index: number;
  readonly weight: number;
}

/** The likest others of each group, both ways. */
export async function findNeighbours(
  groups: readonly Group[],
  likeness: Likeness,
  least: number,
  breathe: Breathe,
): Promise<Map<number, number>[]> {
  const lists = new Map<number, Entry[]>();
  for (const [index, { sum, length }] of groups.entries()) {
    for (const [term, weight] of sum) {
      const entry = { index, weight: weight / length };
      const list = lists.get(term);
      if (list === undefined) lists.set(term, [entry]);
      else list.push(entry);
    }
  }
  const neighbours = groups.map(() => new Map<number, number>());
  for (const [index, group] of groups.entries()) {
    for (const other of candidates(index, group, lists)) {
      const value = likeness(group, groups[other] as Group);
      if (value < least) continue;
      neighbours[index]?.set(other, value);
      neighbours[other]?.set(index, value);
    }
    await breathe();
  }
  return neighbours;
}

function candidates(index: number, { sum }: Group, lists: ReadonlyMap<number, readonly Entry[]>): number[] {
  const terms = [...sum].sort(
    ([one], [other]) => (lists.get(one)?.length ?? 0) - (lists.get(other)?.length ?? 0) || one - other,
  );
  const scores = new Map<number, number>();
  let read = 0;
  for (const [term, weight] of terms) {
    const list = lists.get(term) ?? [];
    if (read > 0 && read + list.length > mostRead) break;
    read += list.length;
    for (const { index: other, weight: theirs } of list) {
      if (other !== index) scores.set(other, (scores.get(other) ?? 0) + weight * theirs);
    }
  }
  return [...scores]
    .sort(([one, score], [other, otherScore]) => otherScore - score || one - other)
    .slice(0, mostNeighbours)
    .map(([other]) => other);
}
