import { averageLikeness, type Group, groupOf } from "./group.ts";
import { Heap } from "./heap.ts";
import { findNeighbours } from "./neighbours.ts";
import type { Vector } from "./vectors.ts";

/** Lets other work of the process happen. */
export type Breathe = () => Promise<void>;

interface Pair {
  readonly likeness: number;
  readonly one: number;
  readonly other: number;
}

/**
 * Joins the two likest groups, again and again, until none are as alike as `least`. The outcome depends on the groups
 * and on nothing else: pairs that are equally alike are taken in the order of the groups.
 */
export async function agglomerate(groups: readonly Group[], least: number, breathe: Breathe): Promise<Group[]> {
  const owned = new Set<Vector>();
  const alive: (Group | undefined)[] = [...groups];
  const neighbours = await findNeighbours(groups, least, breathe);
  const pairs = new Heap<Pair>(
    (one, other) => other.likeness - one.likeness || one.one - other.one || one.other - other.other,
  );
  for (const [one, found] of neighbours.entries()) {
    for (const [other, value] of found) if (one < other) pairs.push({ likeness: value, one, other });
  }
  for (let next = pairs.pop(); next !== undefined; next = pairs.pop()) {
    const { one, other, likeness } = next;
    const [keeps, goes] = [alive[one], alive[other]];
    const known = neighbours[one];
    if (keeps === undefined || goes === undefined || known === undefined || known.get(other) !== likeness) continue;
    const joined = unite(keeps, goes, owned);
    alive[one] = joined;
    alive[other] = undefined;
    const others = neighbours[other] ?? new Map<number, number>();
    const touched = new Set([...known.keys(), ...others.keys()]);
    for (const third of touched) {
      const group = third === one || third === other ? undefined : alive[third];
      if (group === undefined) continue;
      const now = likenessOfJoined(joined, group, [keeps, known.get(third)], [goes, others.get(third)]);
      neighbours[third]?.delete(other);
      neighbours[third]?.delete(one);
      known.delete(third);
      if (now < least) continue;
      known.set(third, now);
      neighbours[third]?.set(one, now);
      pairs.push({ likeness: now, one: Math.min(one, third), other: Math.max(one, third) });
    }
    known.delete(other);
    others.clear();
    await breathe();
  }
  return alive.filter((group) => group !== undefined);
}

type Part = readonly [group: Group, likeness: number | undefined];

/** Where both parts were compared with the group, the mean of what was found. */
function likenessOfJoined(joined: Group, group: Group, [one, likeness]: Part, [other, otherLikeness]: Part): number {
  if (likeness === undefined || otherLikeness === undefined) return averageLikeness(joined, group);
  const [count, otherCount] = [one.members.length, other.members.length];
  return (likeness * count + otherLikeness * otherCount) / (count + otherCount);
}

/** Adds the smaller sum to the larger one, which is copied first unless it was made here. */
function unite(one: Group, other: Group, owned: Set<Vector>): Group {
  const [small, large] = one.sum.size <= other.sum.size ? [one, other] : [other, one];
  const sum = owned.has(large.sum) ? (large.sum as Map<number, number>) : new Map(large.sum);
  owned.add(sum);
  for (const [feature, weight] of small.sum) sum.set(feature, (sum.get(feature) ?? 0) + weight);
  return groupOf([...one.members, ...other.members], sum);
}
