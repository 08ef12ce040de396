import type { Breathe } from "./agglomerate.ts";
import { type Group, groupOf } from "./group.ts";
import { findNeighbours } from "./neighbours.ts";
import { unit } from "./vectors.ts";

/** How alike a text must be to another to lend it features. */
const near = 0.12;
/** Of each text, so many of the likest lend to it. */
const mostLenders = 8;
/** The heaviest features that a text keeps. */
const mostFeatures = 80;

/** Gives each text something of those it is likest to, so that texts without a word in common meet. */
export async function blend(singles: readonly Group[], breathe: Breathe): Promise<Group[]> {
  const neighbours = await findNeighbours(singles, near, breathe);
  const blended: Group[] = [];
  for (const [index, { members, sum }] of singles.entries()) {
    const lenders = [...(neighbours[index] ?? [])]
      .sort(([one, value], [other, more]) => more - value || one - other)
      .slice(0, mostLenders);
    const weights = new Map(sum);
    for (const [other, value] of lenders) {
      for (const [feature, weight] of singles[other]?.sum ?? [])
        weights.set(feature, (weights.get(feature) ?? 0) + value * weight);
    }
    const heaviest = [...weights]
      .sort(([one, weight], [other, more]) => more - weight || one - other)
      .slice(0, mostFeatures)
      .sort(([one], [other]) => one - other);
    blended.push(groupOf(members, unit(heaviest)));
    await breathe();
  }
  return blended;
}
