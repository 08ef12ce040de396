import type { TermCounts } from "../terms.ts";
import { agglomerate, type Breathe, dot, findNeighbours, type Group, lengthOf } from "./agglomerate.ts";
import { type Vector, vectorsOf } from "./vectors.ts";

/**
 * How alike two groups must be on average to be one, first with care; how alike a text must be to a group to join it,
 * and to another text to lend it words.
 */
const thresholds = { first: 0.3, average: 0.14, joins: 0.2, near: 0.12 };
/** Of each text, so many of the likest lend it their words. */
const mostBlended = 4;
const mostRounds = 6;

/**
 * Puts texts together that share rare words: those that are alike on average first, then what is left to the group
 * whose words it has. Answers the numbers of the texts of each group of two or more. The order in which the texts are
 * given does not matter, as long as no two of them have the same terms.
 */
export async function groupTexts(texts: readonly TermCounts[], breathe: Breathe = async () => {}): Promise<number[][]> {
  const order = [...texts.keys()].filter((index) => Object.keys(texts[index] ?? {}).length > 0);
  const keys = texts.map((counts) =>
    JSON.stringify(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
  order.sort((one, other) =>
    (keys[one] ?? "") < (keys[other] ?? "") ? -1 : (keys[one] ?? "") > (keys[other] ?? "") ? 1 : one - other,
  );
  // Texts with the same terms are one text that was written several times.
  const same: number[][] = [];
  for (const [at, index] of order.entries()) {
    if (at > 0 && keys[index] === keys[order[at - 1] ?? -1]) same.at(-1)?.push(index);
    else same.push([index]);
  }
  const { vectors } = vectorsOf(same.map(([index]) => texts[index ?? -1] ?? {}));
  const blended = await blend(vectors.map(groupOf), breathe);
  const weighed = blended.map((group, index) => repeated(group, same[index] ?? []));
  return adopt(await joinAlike(weighed, breathe)).map(({ members }) => [...members]);
}

/** A group of texts that have the same terms. */
function repeated({ sum }: Group, members: readonly number[]): Group {
  const times = members.length;
  const many = times === 1 ? sum : new Map([...sum].map(([term, weight]) => [term, weight * times]));
  return { members: [...members], sum: many, length: lengthOf(many) };
}

/**
 * Puts texts to groups that there are already, as far as they are like one, and what is left together. `groups` are
 * numbers of texts.
 */
export async function joinGroups(
  texts: readonly TermCounts[],
  groups: readonly (readonly number[])[],
  breathe: Breathe,
): Promise<number[][]> {
  const { vectors } = vectorsOf(texts);
  const placed = new Set(groups.flat());
  const singles = vectors.map(groupOf);
  const whole = groups.map((members) => unite(members.flatMap((member) => singles[member] ?? [])));
  const fresh = singles.filter(({ members, sum }) => sum.size > 0 && !placed.has(members[0] ?? -1));
  const grown = adopt([...whole.filter(({ members }) => members.length > 1), ...fresh]);
  const adopted = new Set(grown.flatMap(({ members }) => members));
  const left = fresh.filter(({ members }) => !adopted.has(members[0] ?? -1));
  const more = adopt(await joinAlike(await blend(left, breathe), breathe));
  return [...grown, ...more].map(({ members }) => [...members]);
}

function unite(groups: readonly Group[]): Group {
  const sum = new Map<number, number>();
  for (const group of groups) for (const [term, weight] of group.sum) sum.set(term, (sum.get(term) ?? 0) + weight);
  return { members: groups.flatMap(({ members }) => members), sum, length: lengthOf(sum) };
}

function groupOf({ terms, weights }: Vector, index: number): Group {
  const sum = new Map(terms.map((term, at) => [term, weights[at] ?? 0]));
  return { members: [index], sum, length: lengthOf(sum) };
}

/** Gives each text something of the words of those it is likest to, so that texts without a word in common meet. */
async function blend(singles: readonly Group[], breathe: Breathe): Promise<Group[]> {
  const neighbours = await findNeighbours(singles, average, thresholds.near, breathe);
  return singles.map(({ members, sum }, index) => {
    const near = [...(neighbours[index] ?? [])]
      .sort(([one, value], [other, more]) => more - value || one - other)
      .slice(0, mostBlended);
    const blended = new Map(sum);
    for (const [other, value] of near) {
      for (const [term, weight] of singles[other]?.sum ?? []) {
        blended.set(term, (blended.get(term) ?? 0) + value * weight);
      }
    }
    const length = lengthOf(blended) || 1;
    for (const [term, weight] of blended) blended.set(term, weight / length);
    return { members, sum: blended, length: 1 };
  });
}

/** The mean likeness of all pairs with one member in each group. */
const average = (one: Group, other: Group): number =>
  dot(one.sum, other.sum) / (one.members.length * other.members.length);

async function joinAlike(singles: readonly Group[], breathe: Breathe): Promise<Group[]> {
  let groups = await agglomerate(singles, average, thresholds.first, breathe);
  for (let round = 0; round < mostRounds; round += 1) {
    const next = await agglomerate(groups, average, thresholds.average, breathe);
    if (next.length === groups.length) break;
    groups = next;
  }
  return groups;
}

/** Gives each text that is left alone to the group it is likest to, if it is like one. */
function adopt(groups: readonly Group[]): Group[] {
  const whole = groups.filter(({ members }) => members.length > 1);
  const adopted = whole.map(({ members, sum, length }) => ({ members: [...members], sum, length }));
  for (const alone of groups) {
    if (alone.members.length > 1) continue;
    let best = -1;
    let most = thresholds.joins;
    for (const [index, group] of whole.entries()) {
      const value = dot(alone.sum, group.sum) / group.length;
      if (value > most) [best, most] = [index, value];
    }
    adopted[best]?.members.push(...alone.members);
  }
  return adopted;
}
