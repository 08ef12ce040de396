import { stemmer } from "stemmer";
import { editDistance } from "../../../contract/edit-distance.ts";
import { functionWords } from "../../../markdown/text/words.ts";

/** A possible target of a broken link: a page, file or heading with all of its names. */
export interface Candidate {
  readonly target: string;
  readonly names: readonly string[];
}

/** What a broken link reveals about its target. */
export interface Clues {
  /** The last part of its address, or its anchor. */
  readonly name: string;
  /** Its visible text, once for each location. */
  readonly labels: readonly string[];
  /** Words of the folders in the address, which decide between equally good targets. */
  readonly folders: string;
}

/** How similar a target must be to a broken link. */
interface Strictness {
  /** The share of common words from which a target matches. */
  readonly minShare: number;
  /** From this many words in the shorter name, it is enough that the longer one begins with it. */
  readonly beginning: number;
}

/** A label describes a target less precisely than an address. */
const minLabelShare = 0.7;

/** The minimum share of words if one name begins with the other. */
const beginsWith = 0.75;

/** A target that matches less than this is suggested only if no other matches nearly as well. */
const confidentFit = 0.8;

const minLead = 0.05;

/** How much a word counts that another begins with, and one with a typing error. */
const prefixStrength = 0.9;

const typoStrength = 0.85;

const shortTypoStrength = 0.7;

const maxWordChars = 40;

const maxWords = 20;

interface Name {
  readonly candidate: number;
  readonly words: ReadonlySet<string>;
  /** The same words joined, each with a space before and after. */
  readonly row: string;
}

/** Finds, among many targets, the one that a broken link most likely means. */
export class Suggestions {
  readonly #targets: string[] = [];
  readonly #folders: ReadonlySet<string>[] = [];
  readonly #names: Name[] = [];
  /** By word, and by all letters of a name joined: the names that contain it. */
  readonly #byWord = new Map<string, number[]>();
  readonly #byLetters = new Map<string, number[]>();
  readonly #alike = new Map<string, ReadonlyMap<string, number>>();

  readonly #strictness: Strictness;

  constructor(candidates: Iterable<Candidate>, strictness: Strictness) {
    this.#strictness = strictness;
    for (const { target, names } of candidates) {
      const candidate = this.#targets.push(target) - 1;
      this.#folders.push(new Set(toStems(target.slice(0, Math.max(0, target.lastIndexOf("/"))))));
      for (const name of new Set(names)) this.#add(name, candidate);
    }
  }

  /** The best match; undefined if none is good, or several are fair. */
  find({ name, labels, folders }: Clues): string | undefined {
    const byName = this.#scores(name);
    const byLabel = new Map<number, number>();
    for (const label of new Set(labels)) {
      if (isUninformative(label)) continue;
      for (const [candidate, score] of this.#scores(label)) raise(byLabel, candidate, score);
    }
    const written = toStems(folders);
    const ranked = [...new Set([...byName.keys(), ...byLabel.keys()])].flatMap((candidate) => {
      const [named, labelled] = [byName.get(candidate) ?? 0, byLabel.get(candidate) ?? 0];
      if (named < this.#strictness.minShare && labelled < minLabelShare) return [];
      const fit = Math.max(named, labelled);
      const shared = written.filter((word) => this.#folders[candidate]?.has(word)).length;
      const folderShare = written.length === 0 ? 0 : shared / written.length;
      return [{ candidate, fit, rank: fit + 0.1 * Math.min(named, labelled) + 0.1 * folderShare }];
    });
    ranked.sort((one, other) => other.rank - one.rank);
    const [best, second] = ranked;
    if (best === undefined) return undefined;
    if (best.fit < confidentFit && second !== undefined && best.rank - second.rank < minLead) return undefined;
    return this.#targets[best.candidate];
  }

  #add(name: string, candidate: number): void {
    const words = new Set(toStems(name));
    if (words.size === 0) return;
    const at = this.#names.push({ candidate, words, row: toRow(words) }) - 1;
    for (const word of words) push(this.#byWord, word, at);
    push(this.#byLetters, toLetters(name), at);
  }

  /** By candidate: the share of words that one of its names has in common with the text, weighted by rarity. */
  #scores(text: string): ReadonlyMap<number, number> {
    const words = new Set(toStems(text));
    const shared = new Map<number, number>();
    for (const word of words) {
      const best = new Map<number, number>();
      for (const [other, strength] of this.#wordsLike(word)) {
        const worth = strength * (this.#rarity(word) + this.#rarity(other));
        for (const name of this.#byWord.get(other) ?? []) raise(best, name, worth);
      }
      for (const [name, worth] of best) shared.set(name, (shared.get(name) ?? 0) + worth);
    }
    const scores = new Map<number, number>();
    const whole = this.#weigh(words);
    const row = toRow(words);
    for (const [at, worth] of shared) {
      const name = this.#names[at];
      if (name === undefined) continue;
      const share = Math.min(1, worth / (whole + this.#weigh(name.words)));
      raise(scores, name.candidate, this.#begin(row, words.size, name) ? Math.max(share, beginsWith) : share);
    }
    for (const at of this.#byLetters.get(toLetters(text)) ?? []) raise(scores, this.#names[at]?.candidate ?? -1, 1);
    return scores;
  }

  #begin(row: string, count: number, name: Name): boolean {
    if (Math.min(count, name.words.size) < this.#strictness.beginning) return false;
    return row.startsWith(name.row) || name.row.startsWith(row);
  }

  #weigh(words: ReadonlySet<string>): number {
    let sum = 0;
    for (const word of words) sum += this.#rarity(word);
    return sum;
  }

  #rarity = (word: string): number =>
    Math.log(2 + this.#names.length / Math.max(1, this.#byWord.get(word)?.length ?? 1));

  #wordsLike(word: string): ReadonlyMap<string, number> {
    const known = this.#alike.get(word);
    if (known !== undefined) return known;
    const alike = new Map<string, number>();
    for (const other of this.#byWord.keys()) {
      const strength = computeSimilarity(word, other);
      if (strength > 0) alike.set(other, strength);
    }
    this.#alike.set(word, alike);
    return alike;
  }
}

const toRow = (words: ReadonlySet<string>): string => ` ${[...words].join(" ")} `;

function computeSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= 4 && long.startsWith(short)) return prefixStrength;
  if (short.length < 3 || long.length < 4 || long.length > maxWordChars || long.length - short.length > 2) return 0;
  // People rarely mistype the first letter, and adjacent numbers are different things.
  if (short[0] !== long[0] || /\d/.test(long)) return 0;
  const maxDistance = short.length >= 8 ? 2 : 1;
  if (editDistance(short, long, maxDistance) > maxDistance) return 0;
  return short.length >= 5 ? typoStrength : shortTypoStrength;
}

/** Words of labels that say nothing about the target of a link. */
const pointers = new Set("here there link broken click more read see learn page below above details".split(" "));

const plainWords = (text: string): string[] =>
  text
    .slice(0, 400)
    .replace(/\p{Ll}(?=\p{Lu})/gu, "$& ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const toLetters = (text: string): string => plainWords(text).join("");

/** Stems of the meaningful words, or of all words if there are none. */
function toStems(text: string): string[] {
  const words = plainWords(text);
  const meaningful = words.filter((word) => !functionWords.has(word));
  return (meaningful.length === 0 ? words : meaningful).slice(0, maxWords).map(stemmer);
}

const isUninformative = (label: string): boolean =>
  plainWords(label).every((word) => functionWords.has(word) || pointers.has(word));

function raise<Key>(scores: Map<Key, number>, key: Key, score: number): void {
  if (score > (scores.get(key) ?? 0)) scores.set(key, score);
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
