import type { Breathe } from "../related-pages.ts";
import { agglomerate, dot, FeatureLists, findNeighbours, type Group, groupOf, unitedGroup } from "./agglomerate.ts";
import { unit, type Vector } from "./vectors.ts";

/**
 * How alike two groups must be on average to be one; how alike a text must be to a whole group to join it, when it is
 * blended with others and when it is not.
 */
const thresholds = { average: 0.26, adopts: 0.25, joins: 0.3 };

const mostRounds = 6;

/**
 * Puts texts together that are alike on average, then what is left to the group that it is likest to. Answers the
 * numbers of the texts of each group of two or more. The order in which the texts are given does not matter, as long as
 * no two of them are the same.
 */
export async function groupVectors(vectors: readonly Vector[], breathe: Breathe = async () => {}): Promise<number[][]> {
  const same = await sameVectors(vectors, breathe);
  const distinct = same.map((members) => groupOf(members.slice(0, 1), vectors[members[0] ?? -1] ?? new Map()));
  const blended = await blend(distinct, breathe);
  const weighed = blended.map((group, index) => repeated(group, same[index] ?? []));
  return (await joinAlike(weighed, breathe)).map(({ members }) => [...members]);
}

/** The numbers of texts that say something, those with the same vector together, in an order that follows from them. */
async function sameVectors(vectors: readonly Vector[], breathe: Breathe): Promise<number[][]> {
  const byKey = new Map<string, number[]>();
  for (const [index, vector] of vectors.entries()) {
    if (vector.size === 0) continue;
    const key = [...vector].map(([feature, weight]) => `${feature}:${weight.toFixed(6)}`).join();
    const members = byKey.get(key);
    if (members === undefined) byKey.set(key, [index]);
    else members.push(index);
    await breathe();
  }
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, members]) => members);
}

/** A text that was written several times. */
function repeated({ sum }: Group, members: readonly number[]): Group {
  const times = members.length;
  return groupOf(members, times === 1 ? sum : new Map([...sum].map(([feature, weight]) => [feature, weight * times])));
}

async function joinAlike(singles: readonly Group[], breathe: Breathe): Promise<Group[]> {
  let groups: readonly Group[] = singles;
  for (let round = 0; round < mostRounds; round += 1) {
    const next = await agglomerate(groups, thresholds.average, breathe);
    if (next.length === groups.length) break;
    groups = next;
  }
  const whole = groups.filter(({ members }) => members.length > 1);
  const alone = groups.filter(({ members }) => members.length === 1);
  return adopt(whole, alone, thresholds.adopts, breathe);
}

/**
 * Puts texts that are in no group to the groups that there are, as far as they are like one, and what is left together.
 * `groups` are numbers of texts, and so are `fresh`.
 */
export async function joinGroups(
  vectors: readonly Vector[],
  groups: readonly (readonly number[])[],
  fresh: readonly number[],
  breathe: Breathe,
): Promise<number[][]> {
  const single = (index: number) => groupOf([index], vectors[index] ?? new Map());
  const whole: Group[] = [];
  for (const members of groups) {
    whole.push(unitedGroup(members.map(single)));
    await breathe();
  }
  const alone = fresh.map(single).filter(({ sum }) => sum.size > 0);
  const grown = await adopt(whole, alone, thresholds.joins, breathe);
  const adopted = new Set(grown.flatMap(({ members }) => members));
  const left = alone.filter(({ members }) => !adopted.has(members[0] ?? -1));
  const more = await joinAlike(await blend(left, breathe), breathe);
  return [...grown, ...more].map(({ members }) => [...members]);
}

/** Gives each text that is alone to the group it is likest to, if it is like one. */
async function adopt(
  whole: readonly Group[],
  alone: readonly Group[],
  least: number,
  breathe: Breathe,
): Promise<Group[]> {
  const lists = new FeatureLists(whole.length);
  for (const [index, group] of whole.entries()) lists.add(index, group);
  const members = whole.map((group) => [...group.members]);
  for (const one of alone) {
    let best = -1;
    let most = least;
    for (const index of lists.likest(one, -1)) {
      const group = whole[index] as Group;
      const likeness = dot(one.sum, group.sum) / group.length;
      if (likeness > most) [best, most] = [index, likeness];
    }
    members[best]?.push(...one.members);
    await breathe();
  }
  return whole.map(({ sum }, index) => groupOf(members[index] ?? [], sum));
}

/** How alike a text must be to another to lend it features. */
const near = 0.12;

/** Of each text, so many of the likest lend to it. */
const mostLenders = 8;

/** The heaviest features that a text keeps. */
const mostFeatures = 80;

/** Gives each text something of those it is likest to, so that texts without a word in common meet. */
async function blend(singles: readonly Group[], breathe: Breathe): Promise<Group[]> {
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
