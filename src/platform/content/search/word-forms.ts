import { stemmer } from "stemmer";
import { truncate } from "../../../markdown/text/trim.ts";

export interface WordForm {
  /** Lower case, without diacritics, joiners and possessive: `User's` becomes `user`, `--dry-run` becomes `dryrun`. */
  folded: string;
  /** `folded` without known endings: English ones, and the most common Cyrillic and Arabic ones. */
  stem: string;
}

export interface Word extends WordForm {
  /** The words joined in a compound: `get`, `user`, `by` and `id` in `getUserById`. Empty for a single word. */
  parts: readonly WordForm[];
  /** The terms it is indexed under, its own stem first. */
  terms: readonly string[];
  /** The word and its parts, as far as they are useful for correcting misspelt words. */
  spelt: readonly string[];
  /** The number of the last collection it was added to. */
  collection?: number;
}

/** Words held by a collection, a few megabytes. */
const maxCollected = 50_000;

let collections = 0;

/** Collects the words of texts that correct misspelt ones. */
export class SpeltWords {
  #number = ++collections;
  #known = new Set<string>();
  #fresh: string[] = [];

  add(word: Word): void {
    if (word.collection === this.#number) return;
    word.collection = this.#number;
    for (const spelt of word.spelt) {
      if (this.#known.has(spelt)) continue;
      this.#known.add(spelt);
      this.#fresh.push(spelt);
    }
  }

  /** The words added since the last call, almost all of them for the first time. */
  takeFresh(): string[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    if (this.#known.size > maxCollected) {
      this.#known.clear();
      this.#number = ++collections;
    }
    return fresh;
  }
}

const maxWordLength = 64;

const maxParts = 12;

const joinerPattern = /[._,'’\-‐‑]+/;

const versionPattern = /^v?(\d+(?:\.\d+)+)$/i;

const groupedNumberPattern = /^\d+(?:,\d+)+$/;

const caseBorderPattern = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

const invisiblePattern = /[\u00ad\u200c\u200d]/g;

/** Arabic vowel marks and the tatweel, which only stretches a word; Hebrew points. */
const pointPattern = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

const speltPattern = /^\p{L}{4,24}$/u;

const markedLetterPattern = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu;

const unmarkedLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
  ё: "е",
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ى: "ي",
};

const minStemLength = 3;

/** Endings of Russian and related languages for case, number and gender, longest first. */
const cyrillicEndings =
  /(?:иями|ями|ами|ием|иям|иях|его|ого|ему|ому|ими|ыми|ией|ей|ой|ий|ый|ая|яя|ою|ею|ах|ях|ов|ев|ам|ям|ом|ем|ые|ие|ую|юю|ия|ии|ию|ое|ее|ых|их|а|я|о|е|и|ы|у|ю|ь|й)$/;

/** The Arabic article and particles written as part of the word, and the most common endings. */
const arabicBeginnings = /^(?:وال|بال|كال|فال|لل|ال)/;

const arabicEndings = /(?:ات|ون|ين|ان|ها|ية|ه|ة|ي)$/;

/** A power of two. */
const slotCount = 32_768;

/** A longer slice keeps the text it was cut from in memory; shorter ones are copies. */
const maxCopiedLength = 12;

/** The last word with each hash, so that a common word is found without being cut from its text. */
const lastRaw: string[] = new Array(slotCount).fill("");

const lastWord: Word[] = new Array(slotCount).fill(single({ folded: "", stem: "" }));

/** The forms of the word from `start` to `end` of a text, as `visitWords` finds it. */
export function wordAt(text: string, start: number, end: number): Word {
  const length = end - start;
  if (length > maxCopiedLength) return computeWord(Buffer.from(text.slice(start, end), "utf16le").toString("utf16le"));
  let hash = length;
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  const slot = (hash ^ (hash >>> 15)) & (slotCount - 1);
  const known = lastRaw[slot];
  if (known?.length === length && text.startsWith(known, start)) return lastWord[slot] as Word;
  const raw = text.slice(start, end);
  const word = computeWord(raw);
  lastRaw[slot] = raw;
  lastWord[slot] = word;
  return word;
}

/** Lower case and without the diacritics that people omit when typing. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^\0-\x7f]/.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .toLowerCase()
    .replace(markedLetterPattern, "")
    .normalize("NFC")
    .replace(invisiblePattern, "")
    .replace(pointPattern, "")
    .replace(/[ßæœøłđðþıςёأإآى]/g, (letter) => unmarkedLetters[letter] ?? letter);
}

/** At least two letters must remain: the stemmer would reduce `aed` to `a`. */
export function computeStem(folded: string): string {
  if (!/^[a-z]{3,}$/.test(folded)) return lightStem(folded);
  const stem = stemmer(folded);
  return stem.length > 1 ? stem : folded;
}

/** Whether a folded word is useful for spelling correction. */
export function isSpelt(folded: string): boolean {
  return speltPattern.test(folded);
}

function computeWord(raw: string): Word {
  const version = versionPattern.exec(raw)?.[1];
  if (version !== undefined)
    return single({ folded: version.slice(0, maxWordLength), stem: version.slice(0, maxWordLength) });
  const owned = raw.slice(0, 2 * maxWordLength).replace(/['’]s$/i, "");
  const pieces = owned.split(joinerPattern).filter((piece) => piece !== "");
  const whole = form(pieces.join(""));
  if (groupedNumberPattern.test(owned)) return single(whole);
  // Letters after an apostrophe are not a separate word in `don't`, but `l'été` is also found by `été`.
  const parts = pieces
    .flatMap((piece) => piece.split(caseBorderPattern))
    .slice(0, maxParts)
    .map(form)
    .filter(({ folded }) => folded !== "");
  if (parts.length < 2) return single(whole);
  const spelt = [whole, ...parts].map(({ folded }) => folded).filter(isSpelt);
  return { ...whole, parts, terms: [whole.stem, ...parts.map(({ stem }) => stem)], spelt };
}

function single({ folded, stem }: WordForm): Word {
  return { folded, stem, parts: [], terms: stem === "" ? [] : [stem], spelt: isSpelt(folded) ? [folded] : [] };
}

function form(raw: string): WordForm {
  const folded = truncate(fold(raw), maxWordLength);
  return { folded, stem: computeStem(folded) };
}

/** The common part of a word's forms, for scripts where a few endings are enough. */
function lightStem(folded: string): string {
  if (/^\p{Script=Cyrillic}+$/u.test(folded)) return without(folded, cyrillicEndings);
  if (/^\p{Script=Arabic}+$/u.test(folded)) return without(without(folded, arabicBeginnings), arabicEndings);
  return folded;
}

function without(word: string, part: RegExp): string {
  const rest = word.replace(part, "");
  return rest.length >= minStemLength ? rest : word;
}
