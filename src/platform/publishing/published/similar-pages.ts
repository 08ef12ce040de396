import { editDistance } from "../../../contract/edit-distance.ts";
import type { PageNode } from "./page-order.ts";

/** A similar text differs in at most this part of its letters. */
const maxDifference = 1 / 3;

/** A page is similar if at least this part of the words is in its title or path. */
const minWords = 1 / 2;

/** Shorter words, such as articles, say nothing. */
const minWordLength = 3;

/** Words of a path that are compared. */
const maxWords = 10;

const maxPages = 20_000;

/** UTF-16 units that are compared; longer paths are similar to nothing. */
const maxPathLength = 200;

/** Pairs of letters that are compared for one path, which anyone can ask for: some hundredths of a second. */
const maxPairs = 1_000_000;

/** The pages whose path or words are like those of a path at which there is nothing, the most similar first. */
export function similarPages(path: string, pages: readonly PageNode[], limit: number): PageNode[] {
  const requestedPath = path.toLowerCase().replace(/\.\w+$/, "");
  if (requestedPath === "" || requestedPath.length > maxPathLength) return [];
  const comparison = new Comparison(requestedPath);
  return pages
    .slice(0, maxPages)
    .map((node) => ({ node, score: comparison.computeScore(node) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ node }) => node);
}

class Comparison {
  readonly #requested: string;
  readonly #lastSegment: string;
  readonly #words: readonly string[];
  /** By word of a page: which of the asked words are like it. Many pages share their words. */
  readonly #alike = new Map<string, readonly number[]>();
  #pairsLeft = maxPairs;

  constructor(requestedPath: string) {
    this.#requested = requestedPath;
    this.#lastSegment = lastSegment(requestedPath);
    this.#words = splitWords(this.#lastSegment).slice(0, maxWords);
  }

  /** 0 if the page is not similar. */
  computeScore({ path, page }: PageNode): number {
    const own = path.toLowerCase();
    const wholeScore = this.#similarity(this.#requested, own);
    const lastScore = this.#similarity(this.#lastSegment, lastSegment(own));
    const share = this.#words.length === 0 ? 0 : this.#computeShare(`${own} ${page.title}`);
    return Math.max(wholeScore, lastScore) + share;
  }

  /** The part of the asked words that a text has. */
  #computeShare(text: string): number {
    const found = new Set<number>();
    for (const word of splitWords(text.toLowerCase())) for (const at of this.#wordsLike(word)) found.add(at);
    const share = found.size / this.#words.length;
    return share >= minWords ? share : 0;
  }

  #wordsLike(word: string): readonly number[] {
    const known = this.#alike.get(word);
    if (known !== undefined) return known;
    const alike = [...this.#words.entries()].flatMap(([at, requestedPath]) =>
      this.#similarity(requestedPath, word) > 0 ? [at] : [],
    );
    this.#alike.set(word, alike);
    return alike;
  }

  /** The part of two texts that is alike; 0 if more than a third differs. */
  #similarity(one: string, other: string): number {
    if (one === other) return one === "" ? 0 : 1;
    const length = Math.max(one.length, other.length);
    const maxDistance = Math.floor(length * maxDifference);
    if (Math.abs(one.length - other.length) > maxDistance || differsMore(one, other, maxDistance)) return 0;
    this.#pairsLeft -= one.length * Math.min(length, 2 * maxDistance + 1);
    if (this.#pairsLeft < 0) return 0;
    const distance = editDistance(one, other, maxDistance);
    return distance > maxDistance ? 0 : 1 - distance / length;
  }
}

/** How many units each of two texts has more of, by the last bits of the unit. */
const surplus = new Int16Array(64);

/** Whether two texts differ in more than `maxDistance` units, whatever their order: costs far less than an edit distance. */
function differsMore(one: string, other: string, maxDistance: number): boolean {
  surplus.fill(0);
  for (let at = 0; at < one.length; at += 1) {
    const unit = one.charCodeAt(at) % 64;
    surplus[unit] = (surplus[unit] ?? 0) + 1;
  }
  for (let at = 0; at < other.length; at += 1) {
    const unit = other.charCodeAt(at) % 64;
    surplus[unit] = (surplus[unit] ?? 0) - 1;
  }
  let [more, less] = [0, 0];
  for (const count of surplus) {
    if (count > 0) more += count;
    else less -= count;
  }
  return Math.max(more, less) > maxDistance;
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const splitWords = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= minWordLength);
