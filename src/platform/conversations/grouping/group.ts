import type { Vector } from "./vectors.ts";

/** Texts that were put together: their numbers, and the sum of their vectors. */
export interface Group {
  readonly members: readonly number[];
  readonly sum: Vector;
  /** Length of `sum`. */
  readonly length: number;
}

export const groupOf = (members: readonly number[], sum: Vector): Group => ({ members, sum, length: lengthOf(sum) });

export function unite(groups: readonly Group[]): Group {
  const sum = new Map(groups[0]?.sum);
  for (const { sum: more } of groups.slice(1))
    for (const [feature, weight] of more) sum.set(feature, (sum.get(feature) ?? 0) + weight);
  return groupOf(
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

/** The mean likeness of all pairs with one member in each group. */
export const averageLikeness = (one: Group, other: Group): number =>
  dot(one.sum, other.sum) / (one.members.length * other.members.length);

function lengthOf(sum: Vector): number {
  let square = 0;
  for (const weight of sum.values()) square += weight * weight;
  return Math.sqrt(square);
}
