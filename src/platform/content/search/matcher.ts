import { visitText } from "./analysis.ts";
import type { QueryTerm, QueryWord } from "./query.ts";
import { fold, type Word, type WordForm } from "./word-forms.ts";

/** How one word of a text matches the query. */
interface WordMatch {
  /** Match strength from 0 to 1 for each term of the query, in order. */
  strengths: Float64Array;
  /** Index of the query's compound that this literally is, or -1. */
  compound: number;
}

type VisitMatch = (match: WordMatch, position: number, start: number, end: number) => void;

const sameStemStrength = 0.9;

const sameBeginningStrength = 0.6;

const compoundPartStrength = 0.8;

const otherSpellingStrength = 0.7;

/**
 * Digits and letters are numbered from 1; 0 is the end of the word and everything else. Stemming turns a final `y` into
 * `i`, so these two share a number.
 */
const letterCount = 37;

/** Rules out most words of a text by their first letters, at a fraction of the cost of finding their forms. */
class Beginnings {
  readonly #known = new Uint8Array(letterCount ** 3);
  /** First units of the query's folded words. */
  readonly #first = new Set<number>();
  /** Arabic words may have an article and particles before their stem, so their first letter proves nothing. */
  readonly #arabic: boolean;

  constructor(terms: readonly QueryTerm[]) {
    this.#arabic = terms.some(({ folded }) => isArabic(folded.charCodeAt(0)));
    for (const { folded, stem, unfinished } of terms) {
      this.#first.add(folded.charCodeAt(0));
      const key = keyAt(folded, 0, folded.length);
      if (key === undefined) continue;
      this.#known[key] = 1;
      const start = key - (key % letterCount);
      if (stem.length <= shortStemLength || (unfinished && folded.length === 2))
        this.#known.fill(1, start, start + letterCount);
    }
  }

  /** Checks a word without joiners between two offsets. False only for words that cannot match. */
  mayMatch(text: string, start: number, end: number): boolean {
    const key = keyAt(text, start, end);
    if (key === undefined ? this.#mayBeginAt(text, start) : this.#known[key] === 1) return true;
    return mayBeCompound(text, start, end);
  }

  /**
   * The same for characters of a script without word spaces that begin with this one and are not followed by a mark.
   */
  mayBeginCharacters(unit: number): boolean {
    return !foldsToItself(unit) || this.#first.has(unit);
  }

  #mayBeginAt(text: string, start: number): boolean {
    const unit = text.charCodeAt(start);
    if (isSurrogate(unit) || (this.#arabic && isArabic(unit))) return true;
    return this.#first.has(foldedUnit(unit));
  }
}

/** Finds the words of one query in texts, caching every word it has seen. */
export class Matcher {
  /** The word of the query that each term belongs to. */
  readonly wordOfTerm: readonly number[];
  /** The term's share of that word's weight: the parts of a compound divide it. */
  readonly shareOfTerm: readonly number[];
  /** Whether each term's word is optional. */
  readonly isOptional: readonly boolean[];
  readonly #words: readonly QueryWord[];
  /** The spellings of each word of the query. */
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

  /** Visits the matches in a text and returns the text's number of words. */
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

  /** The best match of each term in a short text, 0 to 1. Cached, because a page's sections share its title. */
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
      return term.unfinished && folded.startsWith(term.folded) ? compoundPartStrength : 0;
    });
    this.#seenCharacters.set(folded, match);
    return match;
  }

  #match(getStrength: (term: QueryTerm) => number): WordMatch | null {
    const strengths = new Float64Array(this.wordOfTerm.length);
    let compound = -1;
    let index = 0;
    for (const [number, word] of this.#words.entries()) {
      let whole = getStrength(word.whole);
      if (word.compound && whole === 1) compound = number;
      for (const term of this.#spellings[number] ?? [])
        whole = Math.max(whole, otherSpellingStrength * getStrength(term));
      for (const term of word.terms) strengths[index++] = Math.max(whole, word.compound ? getStrength(term) : 0);
    }
    return strengths.some((strength) => strength > 0) ? { strengths, compound } : null;
  }
}

function wordStrength(word: Word, term: QueryTerm): number {
  let strength = formStrength(word, term);
  for (const part of word.parts) strength = Math.max(strength, compoundPartStrength * formStrength(part, term));
  return strength;
}

function formStrength({ folded, stem }: WordForm, term: QueryTerm): number {
  if (folded === term.folded) return 1;
  if (stem === term.stem) return sameStemStrength;
  const begins = term.unfinished && term.folded.length > 1 && folded.startsWith(term.folded);
  return begins ? sameBeginningStrength : 0;
}

const letterNumbers = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit).toLowerCase().replace("y", "i");
  return /[a-z0-9]/.test(character) ? Number.parseInt(character, 36) + 1 : 0;
});

/** Up to this length a stem may differ from its words in the third letter: `used` and `using` become `us`. */
const shortStemLength = 3;

/** First unit of the folded form of each UTF-16 unit, as far as looked up; 0 means not yet. */
const foldedUnits = new Uint16Array(0x10000);

/** Whether a unit is a capital letter: 1 no, 2 yes, 0 not looked up yet. */
const capitals = new Uint8Array(0x10000);

/** Undefined beyond ASCII, where folding changes letters. */
function keyAt(text: string, start: number, end: number): number | undefined {
  let key = 0;
  for (let at = start; at < start + 3; at += 1) {
    const unit = at < end ? text.charCodeAt(at) : 0;
    if (unit > 127) return undefined;
    key = key * letterCount + (letterNumbers[unit] ?? 0);
  }
  return key;
}

/** The parts of a compound begin at its inner capitals. */
function mayBeCompound(text: string, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at += 1) if (isCapital(text.charCodeAt(at))) return true;
  return false;
}

function isCapital(unit: number): boolean {
  if (unit < 128) return unit >= 0x41 && unit <= 0x5a;
  if (isSurrogate(unit)) return true;
  const known = capitals[unit];
  if (known) return known === 2;
  const capital = /\p{Lu}/u.test(String.fromCharCode(unit));
  capitals[unit] = capital ? 2 : 1;
  return capital;
}

function foldedUnit(unit: number): number {
  const known = foldedUnits[unit];
  if (known) return known;
  const folded = fold(String.fromCharCode(unit)).charCodeAt(0) || unit;
  foldedUnits[unit] = folded;
  return folded;
}

/** Kana, Chinese characters and Korean syllables, as they are usually written. */
function foldsToItself(unit: number): boolean {
  if (unit >= 0x3041 && unit <= 0x30fe) return unit <= 0x3096 || (unit >= 0x30a1 && unit <= 0x30fa) || unit >= 0x30fc;
  return (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3);
}

const isArabic = (unit: number) => unit >= 0x0600 && unit <= 0x06ff;

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
