import type { QueryTerm } from "./query.ts";

/**
 * Tells most words of a text apart from a query's by their first two letters, which costs a fraction of finding their
 * forms. A word and its stem share them, but for a `y` that became `i`.
 */
export class Beginnings {
  readonly #known = new Uint8Array(128 * 128);

  constructor(terms: readonly QueryTerm[]) {
    for (const { folded } of terms) {
      const key = keyAt(folded, 0, folded.length);
      if (key !== undefined) this.#known[key] = 1;
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
  const first = lowerAt(text, start);
  const second = end - start > 1 ? lowerAt(text, start + 1) : 0;
  if (first > 127 || second > 127) return undefined;
  return first * 128 + (second === 0x79 ? 0x69 : second);
}

function lowerAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit;
}

/** The parts of a compound begin at its inner capitals. */
function mayBeCompound(text: string, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 127 || (unit >= 0x41 && unit <= 0x5a)) return true;
  }
  return false;
}
