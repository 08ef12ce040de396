import type { QueryTerm } from "./query.ts";
import { fold } from "./word-forms.ts";

/**
 * Digits and letters have numbers from 1; 0 is the end of the word and everything else. Stems turn a final `y` into `i`,
 * so these two are one.
 */
const LETTERS = 37;
const LETTER_NUMBERS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit).toLowerCase().replace("y", "i");
  return /[a-z0-9]/.test(character) ? Number.parseInt(character, 36) + 1 : 0;
});
/** Up to this length a stem may differ from its words in the third letter: `used` and `using` are `us`. */
const SHORT_STEM = 3;

/** First unit of what each UTF-16 unit folds to, as far as looked up; 0 means not yet. */
const foldedUnits = new Uint16Array(0x10000);
/** Whether a unit is a capital letter: 1 no, 2 yes, 0 not looked up yet. */
const capitals = new Uint8Array(0x10000);

/**
 * Tells most words of a text apart from a query's by their first letters, which costs a fraction of finding their
 * forms.
 */
export class Beginnings {
  readonly #known = new Uint8Array(LETTERS ** 3);
  /** First units of the query's folded words. */
  readonly #first = new Set<number>();
  /** Arabic words may have an article and particles before their stem, so that their first letter says nothing. */
  readonly #arabic: boolean;

  constructor(terms: readonly QueryTerm[]) {
    this.#arabic = terms.some(({ folded }) => isArabic(folded.charCodeAt(0)));
    for (const { folded, stem, unfinished } of terms) {
      this.#first.add(folded.charCodeAt(0));
      const key = keyAt(folded, 0, folded.length);
      if (key === undefined) continue;
      this.#known[key] = 1;
      const start = key - (key % LETTERS);
      if (stem.length <= SHORT_STEM || (unfinished && folded.length === 2)) this.#known.fill(1, start, start + LETTERS);
    }
  }

  /** For a word without joiners between two offsets of a text. False only for words that cannot match. */
  mayMatch(text: string, start: number, end: number): boolean {
    const key = keyAt(text, start, end);
    if (key === undefined ? this.#mayBeginAt(text, start) : this.#known[key] === 1) return true;
    return mayBeCompound(text, start, end);
  }

  /** The same for characters of a script without word spaces that begin with this one, which no mark follows. */
  mayBeginCharacters(unit: number): boolean {
    return !foldsToItself(unit) || this.#first.has(unit);
  }

  #mayBeginAt(text: string, start: number): boolean {
    const unit = text.charCodeAt(start);
    if (isSurrogate(unit) || (this.#arabic && isArabic(unit))) return true;
    return this.#first.has(foldedUnit(unit));
  }
}

/** Undefined beyond ASCII, where letters fold to others. */
function keyAt(text: string, start: number, end: number): number | undefined {
  let key = 0;
  for (let at = start; at < start + 3; at += 1) {
    const unit = at < end ? text.charCodeAt(at) : 0;
    if (unit > 127) return undefined;
    key = key * LETTERS + (LETTER_NUMBERS[unit] ?? 0);
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
