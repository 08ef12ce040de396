import type { QueryTerm } from "./query.ts";

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

/**
 * Tells most words of a text apart from a query's by their first three letters, which costs a fraction of finding
 * their forms.
 */
export class Beginnings {
  readonly #known = new Uint8Array(LETTERS ** 3);

  constructor(terms: readonly QueryTerm[]) {
    for (const { folded, stem, unfinished } of terms) {
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
    return key === undefined || this.#known[key] === 1 || mayBeCompound(text, start, end);
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
  for (let at = start + 1; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 127 || (unit >= 0x41 && unit <= 0x5a)) return true;
  }
  return false;
}
