import { averageLikeness, type Group, unite } from "./group.ts";
import { Heap } from "./heap.ts";
import { findNeighbours } from "./neighbours.ts";

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
    const joined = unite([keeps, goes]);
    alive[one] = joined;
    alive[other] = undefined;
    const touched = new Set([...known.keys(), ...(neighbours[other]?.keys() ?? [])]);
    neighbours[other]?.clear();
    known.clear();
    for (const third of touched) {
      neighbours[third]?.delete(other);
      neighbours[third]?.delete(one);
      const group = third === one || third === other ? undefined : alive[third];
      if (group === undefined) continue;
      const now = averageLikeness(joined, group);
      if (now < least) continue;
      known.set(third, now);
      neighbours[third]?.set(one, now);
      pairs.push({ likeness: now, one: Math.min(one, third), other: Math.max(one, third) });
    }
    await breathe();
  }
  return alive.filter((group) => group !== undefined);
}
