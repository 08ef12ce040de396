import { visitText } from "./analysis.ts";
import { Beginnings } from "./beginnings.ts";
import type { QueryTerm, QueryWord } from "./query.ts";
import type { Word, WordForm } from "./word-forms.ts";

/** What one word of a text has to do with the query. */
export interface WordMatch {
  /** Strength from 0 to 1 of each term of the query, in the query's order. */
  strengths: Float64Array;
  /** Index of the query's compound that this is literally, or -1. */
  compound: number;
}

export type VisitMatch = (match: WordMatch, position: number, start: number, end: number) => void;

const SAME_STEM = 0.9;
const SAME_BEGINNING = 0.6;
const PART_OF_COMPOUND = 0.8;
const OTHER_SPELLING = 0.7;

/** Finds the words of a query in texts. For one query; it remembers every word it has seen. */
export class Matcher {
  /** The word of the query that each term belongs to. */
  readonly wordOfTerm: readonly number[];
  /** Its share in the weight of that word: the parts of a compound divide it. */
  readonly shareOfTerm: readonly number[];
  /** Whether the word of each term need not be there. */
  readonly isOptional: readonly boolean[];
  readonly #words: readonly QueryWord[];
  /** Of each word of the query. */
  readonly #spellings: readonly (readonly QueryTerm[])[];
  readonly #beginnings: Beginnings;
  readonly #seenWords = new Map<Word, WordMatch | null>();
  readonly #best = new Map<string, Float64Array>();
  readonly #seenCharacters = new Map<string, WordMatch | null>();

  constructor(words: readonly QueryWord[]) {
    this.#words = words;
    this.#spellings = words.map(({ spellings }) => spellings.map((form) => ({ ...form, unfinished: false })));
    this.#beginnings = new Beginnings([
      ...words.flatMap(({ whole, terms }) => [whole, ...terms]),
      ...this.#spellings.flat(),
    ]);
    this.shareOfTerm = words.flatMap(({ terms }) => terms.map(() => 1 / terms.length));
    this.wordOfTerm = words.flatMap(({ terms }, index) => terms.map(() => index));
    this.isOptional = words.flatMap(({ terms, optional }) => terms.map(() => optional));
  }

  /** Visits the matches in a text and answers how many words the text has. */
  visit(text: string, visit: VisitMatch): number {
    let position = 0;
    visitText(text, {
      skips: (start, end, joined) => {
        if (joined || this.#beginnings.mayMatch(text, start, end)) return false;
        position += 1;
        return true;
      },
      skipsCharacters: (unit) => {
        if (this.#beginnings.mayBeginCharacters(unit)) return false;
        position += 1;
        return true;
      },
      word: (word, start, end) => {
        const match = this.#matchWord(word);
        if (match !== null) visit(match, position, start, end);
        position += 1;
      },
      characters: (folded, start, end) => {
        const match = this.#matchCharacters(folded);
        if (match !== null) visit(match, position, start, end);
        position += 1;
      },
    });
    return position;
  }

  /** The best match of each term in a short text, 0 to 1; remembered, since the sections of a page share its title. */
  best(text: string): Float64Array {
    const known = this.#best.get(text);
    if (known !== undefined) return known;
    const best = new Float64Array(this.wordOfTerm.length);
    this.visit(text, ({ strengths }) => {
      for (let term = 0; term < best.length; term += 1) {
        best[term] = Math.max(best[term] ?? 0, strengths[term] ?? 0);
      }
    });
    this.#best.set(text, best);
    return best;
  }

  #matchWord(word: Word): WordMatch | null {
    const seen = this.#seenWords.get(word);
    if (seen !== undefined) return seen;
    const match = this.#match((term) => wordStrength(word, term));
    this.#seenWords.set(word, match);
    return match;
  }

  #matchCharacters(folded: string): WordMatch | null {
    const seen = this.#seenCharacters.get(folded);
    if (seen !== undefined) return seen;
    const match = this.#match((term) => {
      if (term.folded === folded) return 1;
      return term.unfinished && folded.startsWith(term.folded) ? PART_OF_COMPOUND : 0;
    });
    this.#seenCharacters.set(folded, match);
    return match;
  }

  #match(strengthOf: (term: QueryTerm) => number): WordMatch | null {
    const strengths = new Float64Array(this.wordOfTerm.length);
    let compound = -1;
    let index = 0;
    for (const [number, word] of this.#words.entries()) {
      let whole = strengthOf(word.whole);
      if (word.compound && whole === 1) compound = number;
      for (const term of this.#spellings[number] ?? []) whole = Math.max(whole, OTHER_SPELLING * strengthOf(term));
      for (const term of word.terms) strengths[index++] = Math.max(whole, word.compound ? strengthOf(term) : 0);
    }
    return strengths.some((strength) => strength > 0) ? { strengths, compound } : null;
  }
}

function wordStrength(word: Word, term: QueryTerm): number {
  let strength = formStrength(word, term);
  for (const part of word.parts) strength = Math.max(strength, PART_OF_COMPOUND * formStrength(part, term));
  return strength;
}

function formStrength({ folded, stem }: WordForm, term: QueryTerm): number {
  if (folded === term.folded) return 1;
  if (stem === term.stem) return SAME_STEM;
  const begins = term.unfinished && term.folded.length > 1 && folded.startsWith(term.folded);
  return begins ? SAME_BEGINNING : 0;
}
