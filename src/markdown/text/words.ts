const singleQuotesPattern = /[\u2018\u2019\u201a\u201b\u2032\u00b4]/g;

const doubleQuotesPattern = /[\u201c\u201d\u201e\u201f\u2033]/g;

const dashesPattern = /[\u2010-\u2015\u2212]/g;

const spacesPattern = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

const invisiblePattern = /\p{Default_Ignorable_Code_Point}/gu;

/** Straight quotes, `-` for every dash, a plain one for every space, no invisible characters. */
export function foldTypography(text: string): string {
  // Almost all text is ASCII, for which nothing else is checked.
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text
    .replace(singleQuotesPattern, "'")
    .replace(doubleQuotesPattern, '"')
    .replace(dashesPattern, "-")
    .replace(spacesPattern, " ")
    .replace(invisiblePattern, "");
}

/** Words in scripts that write spaces; single characters in those that do not. */
const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

/** Enough of a text to recognize it; the rest hardly changes the similarity. */
const maxTextChars = 4_000;

export function listWords(text: string): string[] {
  return foldTypography(text).toLowerCase().match(wordPattern) ?? [];
}

/** Each word as in `listWords`, with its position. */
export function listWordRanges(text: string): { word: string; start: number; end: number }[] {
  // No other folded character is part of a word.
  const fold =
    text.search(invisiblePattern) === -1
      ? (word: string) => word
      : (word: string) => word.replace(invisiblePattern, "");
  return Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    word: fold(word).toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}

/** The words of a text, to determine which other texts resemble it. */
export class WordBag {
  readonly words: ReadonlySet<string>;
  /** How many words were read, including repeated ones. */
  readonly size: number;
  readonly last: string | undefined;
  /** Beginnings of words, so that `install` and `installing` still count as half similar. */
  readonly #stems: ReadonlySet<string>;

  constructor(text: string) {
    const words = listWords(text.slice(0, maxTextChars));
    this.words = new Set(words);
    this.size = words.length;
    this.last = words.at(-1);
    this.#stems = new Set(words.map(toStem));
  }

  /** 1 for a word of this bag, 0.5 for one that begins like one, otherwise 0. */
  weight(word: string): number {
    if (this.words.has(word)) return 1;
    return this.#stems.has(toStem(word)) ? 0.5 : 0;
  }

  /** From 0 for nothing in common to 1 for the same words. */
  similarity(text: string): number {
    const words = listWords(text.slice(0, maxTextChars));
    if (words.length === 0 || this.size === 0) return 0;
    const hits = words.reduce((sum, word) => sum + this.weight(word), 0);
    return (2 * Math.min(hits, this.size, words.length)) / (this.size + words.length);
  }
}

function toStem(word: string): string {
  return word.slice(0, 4);
}

/** English function words, in lower case. */
export const functionWords: ReadonlySet<string> = new Set(
  (
    "a about an and any are as at be been but by can could did do does for from had has have how i if in into is it " +
    "its may me might my of on onto or our please should so some than that the their them then there these they " +
    "this those to up us was we were what when where which who why will with would you your"
  ).split(" "),
);
