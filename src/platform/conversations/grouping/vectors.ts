import type { TermCounts } from "../terms.ts";

/** Terms by number, ascending, with their weights; of length 1. */
export interface Vector {
  readonly terms: readonly number[];
  readonly weights: readonly number[];
}

export interface VectorSpace {
  readonly vectors: readonly Vector[];
  readonly names: readonly string[];
}

/**
 * Weighs each term by how rare it is among all texts. A term of one text alone binds nothing together, and only makes
 * its text less like others, so it counts little.
 */
export function vectorsOf(texts: readonly TermCounts[]): VectorSpace {
  const frequency = new Map<string, number>();
  for (const counts of texts)
    for (const term of Object.keys(counts)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const names = [...frequency.keys()].sort();
  const numbers = new Map(names.map((name, index) => [name, index]));
  const rarity = (term: string) => {
    const count = frequency.get(term) ?? 1;
    return Math.log(1 + texts.length / count) * (count === 1 ? loneWeight : 1);
  };
  const vectors = texts.map((counts) => {
    const found = Object.entries(counts)
      .map(([term, count]) => [numbers.get(term) ?? 0, (1 + Math.log(count)) * rarity(term)] as const)
      .sort(([one], [other]) => one - other);
    const length = Math.sqrt(found.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
    return { terms: found.map(([term]) => term), weights: found.map(([, weight]) => weight / length) };
  });
  return { vectors, names };
}

const loneWeight = 0.2;
