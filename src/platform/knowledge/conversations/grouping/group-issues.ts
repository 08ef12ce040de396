import type { YieldIfDue } from "../related-pages.ts";
import { agglomerate, createGroup, dot, FeatureLists, findNeighbours, type Group, unitedGroup } from "./agglomerate.ts";
import { unit, type Vector } from "./vectors.ts";

/**
 * Mean similarity for joining two groups; similarity for a text to join a whole group, blended with others and on
 * its own.
 */
const thresholds = { average: 0.26, adopts: 0.25, joins: 0.3 };

const maxRounds = 6;

/**
 * Groups texts that are similar on average, then adds remaining ones to their most similar group. Returns the
 * numbers of the texts of each group of two or more. Input order does not matter, as long as
 * no two of them are the same.
 */
export async function groupVectors(
  vectors: readonly Vector[],
  yieldIfDue: YieldIfDue = async () => {},
): Promise<number[][]> {
  const same = await sameVectors(vectors, yieldIfDue);
  const distinct = same.map((members) => createGroup(members.slice(0, 1), vectors[members[0] ?? -1] ?? new Map()));
  const blended = await blend(distinct, yieldIfDue);
  const weighed = blended.map((group, index) => repeated(group, same[index] ?? []));
  return (await joinSimilar(weighed, yieldIfDue)).map(({ members }) => [...members]);
}

/** The numbers of texts with features, grouped by identical vector, in an order that depends only on the texts. */
async function sameVectors(vectors: readonly Vector[], yieldIfDue: YieldIfDue): Promise<number[][]> {
  const byKey = new Map<string, number[]>();
  for (const [index, vector] of vectors.entries()) {
    if (vector.size === 0) continue;
    const key = [...vector].map(([feature, weight]) => `${feature}:${weight.toFixed(6)}`).join();
    const members = byKey.get(key);
    if (members === undefined) byKey.set(key, [index]);
    else members.push(index);
    await yieldIfDue();
  }
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, members]) => members);
}

/** Texts with the same vector. */
function repeated({ sum }: Group, members: readonly number[]): Group {
  const times = members.length;
  return createGroup(
    members,
    times === 1 ? sum : new Map([...sum].map(([feature, weight]) => [feature, weight * times])),
  );
}

async function joinSimilar(singles: readonly Group[], yieldIfDue: YieldIfDue): Promise<Group[]> {
  let groups: readonly Group[] = singles;
  for (let round = 0; round < maxRounds; round += 1) {
    const next = await agglomerate(groups, thresholds.average, yieldIfDue);
    if (next.length === groups.length) break;
    groups = next;
  }
  const whole = groups.filter(({ members }) => members.length > 1);
  const alone = groups.filter(({ members }) => members.length === 1);
  return adopt(whole, alone, thresholds.adopts, yieldIfDue);
}

/**
 * Adds ungrouped texts to existing groups that they resemble, and groups the rest. `groups` and `fresh` hold numbers
 * of texts.
 */
export async function joinGroups(
  vectors: readonly Vector[],
  groups: readonly (readonly number[])[],
  fresh: readonly number[],
  yieldIfDue: YieldIfDue,
): Promise<number[][]> {
  const single = (index: number) => createGroup([index], vectors[index] ?? new Map());
  const whole: Group[] = [];
  for (const members of groups) {
    whole.push(unitedGroup(members.map(single)));
    await yieldIfDue();
  }
  const alone = fresh.map(single).filter(({ sum }) => sum.size > 0);
  const grown = await adopt(whole, alone, thresholds.joins, yieldIfDue);
  const adopted = new Set(grown.flatMap(({ members }) => members));
  const left = alone.filter(({ members }) => !adopted.has(members[0] ?? -1));
  const more = await joinSimilar(await blend(left, yieldIfDue), yieldIfDue);
  return [...grown, ...more].map(({ members }) => [...members]);
}

/** Adds each remaining text to its most similar group, if one is similar enough. */
async function adopt(
  whole: readonly Group[],
  alone: readonly Group[],
  minSimilarity: number,
  yieldIfDue: YieldIfDue,
): Promise<Group[]> {
  const lists = new FeatureLists(whole.length);
  for (const [index, group] of whole.entries()) lists.add(index, group);
  const members = whole.map((group) => [...group.members]);
  for (const one of alone) {
    let best = -1;
    let bestSimilarity = minSimilarity;
    for (const index of lists.mostSimilar(one, -1)) {
      const group = whole[index] as Group;
      const similarity = dot(one.sum, group.sum) / group.length;
      if (similarity > bestSimilarity) [best, bestSimilarity] = [index, similarity];
    }
    members[best]?.push(...one.members);
    await yieldIfDue();
  }
  return whole.map(({ sum }, index) => createGroup(members[index] ?? [], sum));
}

/** Minimum similarity for blending one text's features into another's. */
const near = 0.12;

/** Number of most similar texts blended into each text. */
const maxLenders = 8;

/** Number of features kept per text, heaviest first. */
const maxFeatures = 80;

/** Blends each text with its most similar ones, so that texts without a common word can be grouped. */
async function blend(singles: readonly Group[], yieldIfDue: YieldIfDue): Promise<Group[]> {
  const neighbours = await findNeighbours(singles, near, yieldIfDue);
  const blended: Group[] = [];
  for (const [index, { members, sum }] of singles.entries()) {
    const lenders = [...(neighbours[index] ?? [])]
      .sort(([one, value], [other, more]) => more - value || one - other)
      .slice(0, maxLenders);
    const weights = new Map(sum);
    for (const [other, value] of lenders) {
      for (const [feature, weight] of singles[other]?.sum ?? [])
        weights.set(feature, (weights.get(feature) ?? 0) + value * weight);
    }
    const heaviest = [...weights]
      .sort(([one, weight], [other, more]) => more - weight || one - other)
      .slice(0, maxFeatures)
      .sort(([one], [other]) => one - other);
    blended.push(createGroup(members, unit(heaviest)));
    await yieldIfDue();
  }
  return blended;
}
