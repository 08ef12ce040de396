import type { RelatedPages, YieldIfDue } from "../related-pages.ts";
import { computeStrength, type TermCounts } from "../terms.ts";

/** Features by number, ascending, with their weights; of length 1, or empty. */
export type Vector = ReadonlyMap<number, number>;

/** A word that occurs in only one text connects nothing and only lowers similarities. */
const loneWeight = 0.5;

/** Maximum share of a similarity that comes from related pages; the rest comes from words. */
const shareOfPages = 0.3;

/**
 * Vectors of texts: their words, weighted by rarity, and the page sections that their words find, so that texts without
 * a common word are similar if one page has the words of both.
 */
export async function computeVectors(
  texts: readonly TermCounts[],
  pages: RelatedPages | undefined,
  yieldIfDue: YieldIfDue,
): Promise<Vector[]> {
  const words = new Features();
  const sections = new Features();
  const found: Map<string, number>[] = [];
  for (const counts of texts) {
    words.count(Object.keys(counts));
    const near = pages?.find(counts) ?? new Map<string, number>();
    sections.count(near.keys());
    found.push(near);
    await yieldIfDue();
  }
  words.number(0);
  sections.number(words.size);
  const vectors: Vector[] = [];
  for (const [index, counts] of texts.entries()) {
    const own = Object.entries(counts).map(([term, count]) => [term, computeStrength(count)] as const);
    const worded = words.weigh(own, (frequency) => (frequency === 1 ? loneWeight : 1));
    const paged = sections.weigh(found[index] ?? [], () => 1);
    vectors.push(paged.size === 0 ? worded : mixed(worded, paged));
    await yieldIfDue();
  }
  return vectors;
}

function mixed(words: Vector, pages: Vector): Vector {
  const scaled = (vector: Vector, share: number) =>
    [...vector].map(([feature, weight]): [number, number] => [feature, weight * Math.sqrt(share)]);
  return new Map([...scaled(words, 1 - shareOfPages), ...scaled(pages, shareOfPages)]);
}

/** Feature names, the number of texts each occurs in, and an index for each that depends only on the set of names. */
class Features {
  readonly #frequency = new Map<string, number>();
  #numbers = new Map<string, number>();
  #texts = 0;

  count(names: Iterable<string>): void {
    this.#texts += 1;
    for (const name of names) this.#frequency.set(name, (this.#frequency.get(name) ?? 0) + 1);
  }

  get size(): number {
    return this.#frequency.size;
  }

  number(first: number): void {
    const names = [...this.#frequency.keys()].sort();
    this.#numbers = new Map(names.map((name, index) => [name, first + index]));
  }

  weigh(strengths: Iterable<readonly [name: string, strength: number]>, share: (frequency: number) => number): Vector {
    const weights: [number, number][] = [];
    for (const [name, strength] of strengths) {
      const frequency = this.#frequency.get(name) ?? 1;
      const rarity = Math.log(1 + this.#texts / frequency) * share(frequency);
      weights.push([this.#numbers.get(name) ?? 0, strength * rarity]);
    }
    return unit(weights.sort(([one], [other]) => one - other));
  }
}

/** The same vector, normalized to length 1. */
export function unit(weights: readonly (readonly [number, number])[]): Vector {
  const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
  return new Map(weights.map(([feature, weight]) => [feature, weight / length]));
}
