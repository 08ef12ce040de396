import { diffLineArrays, type Hunk } from "../../text/diff.ts";
import { WordBag } from "../../text/word-bag.ts";
import type { Passage } from "./passages.ts";

/** Texts less alike than this are no versions of one passage; one that also moved has to be more alike. */
const leastLikeness = { inPlace: 0.4, elsewhere: 0.7 };
/** A passage of another kind has to be this much more alike. */
const otherKind = 0.6;
/** Pairs of texts compared for one hunk, and for one passage that may have moved. */
const mostPairs = 4_000;

/**
 * Finds passages of one version in a later one: unchanged ones by their place among the others, moved ones by their
 * text, edited ones by what is most like them where they were, and then anywhere.
 */
export class Counterparts {
  readonly #before: readonly Passage[];
  readonly #after: readonly Passage[];
  readonly #hunks: readonly Hunk[];
  readonly #edited = new Map<Hunk, ReadonlyMap<number, number>>();
  #fresh: readonly number[] | undefined;

  constructor(before: readonly Passage[], after: readonly Passage[]) {
    this.#before = before;
    this.#after = after;
    this.#hunks = diffLineArrays(before.map(signature), after.map(signature));
  }

  /** The index in the later version; undefined when the passage is gone. */
  of(index: number): number | undefined {
    const next = this.#hunks.findIndex(({ beforeEnd }) => beforeEnd > index);
    const hunk = this.#hunks[next];
    if (hunk === undefined || hunk.beforeStart > index) {
      const last = next < 0 ? this.#hunks.at(-1) : this.#hunks[next - 1];
      return index + (last === undefined ? 0 : last.afterEnd - last.beforeEnd);
    }
    return this.#moved(index) ?? this.#pairsIn(hunk).get(index) ?? this.#movedAndEdited(index);
  }

  #moved(index: number): number | undefined {
    const subject = this.#before[index];
    if (subject === undefined) return undefined;
    const same = this.#freshPassages().filter((at) => signature(this.#after[at]) === signature(subject));
    return same.sort((one, other) => Math.abs(one - index) - Math.abs(other - index))[0];
  }

  /** The best pairs within a hunk, none of either side in two. */
  #pairsIn(hunk: Hunk): ReadonlyMap<number, number> {
    const known = this.#edited.get(hunk);
    if (known !== undefined) return known;
    const from = range(hunk.beforeStart, hunk.beforeEnd);
    const to = range(hunk.afterStart, hunk.afterEnd);
    const pairs = new Map<number, number>();
    this.#edited.set(hunk, pairs);
    if (from.length * to.length > mostPairs) return pairs;
    const scored = from.flatMap((left) => this.#likeness(left, to).map(({ at, score }) => ({ left, at, score })));
    const taken = new Set<number>();
    for (const { left, at, score } of scored.sort((one, other) => other.score - one.score)) {
      if (score < leastLikeness.inPlace || pairs.has(left) || taken.has(at)) continue;
      pairs.set(left, at);
      taken.add(at);
    }
    return pairs;
  }

  #movedAndEdited(index: number): number | undefined {
    const taken = new Set([...this.#edited.values()].flatMap((pairs) => [...pairs.values()]));
    const free = this.#freshPassages().filter((at) => !taken.has(at));
    if (free.length > mostPairs) return undefined;
    const [best] = this.#likeness(index, free).sort((one, other) => other.score - one.score);
    return best !== undefined && best.score >= leastLikeness.elsewhere ? best.at : undefined;
  }

  #likeness(index: number, candidates: readonly number[]): { at: number; score: number }[] {
    const subject = this.#before[index];
    if (subject === undefined || candidates.length === 0) return [];
    const words = new WordBag(subject.text);
    return candidates.flatMap((at) => {
      const candidate = this.#after[at];
      if (candidate === undefined) return [];
      const alike = candidate.text === subject.text ? 1 : words.similarity(candidate.text);
      return [{ at, score: alike * (candidate.kind === subject.kind ? 1 : otherKind) }];
    });
  }

  /** Passages that the earlier version does not have in their place. */
  #freshPassages(): readonly number[] {
    this.#fresh ??= this.#hunks.flatMap(({ afterStart, afterEnd }) => range(afterStart, afterEnd));
    return this.#fresh;
  }
}

const signature = (passage: Passage | undefined) => `${passage?.kind}\n${passage?.text}`;

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index);
