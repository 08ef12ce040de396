import { stemmer } from "stemmer";
import { beginningOf } from "../../markdown/text/trim.ts";
import { RecentValues } from "../kernel/remembered.ts";

export interface WordForm {
  /** Lower case, without diacritics, joiners and possessive: `User's` is `user`, `--dry-run` is `dryrun`. */
  folded: string;
  /** `folded` without its endings, as far as they are known: English ones, and the commonest Cyrillic and Arabic ones. */
  stem: string;
}

export interface Word extends WordForm {
  /** The words joined in a compound: `get`, `user`, `by` and `id` of `getUserById`. Empty for a single word. */
  parts: readonly WordForm[];
  /** What it is indexed under, its own stem first. */
  terms: readonly string[];
  /** Itself and its parts, as far as a misspelt one can be told from them. */
  spelt: readonly string[];
}

const LONGEST = 64;

const MOST_PARTS = 12;

const JOINERS = /[._,'’\-‐‑]+/;

const VERSION = /^v?(\d+(?:\.\d+)+)$/i;

const GROUPED_NUMBER = /^\d+(?:,\d+)+$/;

const CASE_BORDERS = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

const INVISIBLE = /[\u00ad\u200c\u200d]/g;

/** Arabic vowel marks and the stroke that only stretches a word; Hebrew points. */
const POINTS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

const SPELT = /^\p{L}{4,24}$/u;

const MARKED_LETTERS = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu;

const UNMARKED: Readonly<Record<string, string>> = {
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

const SHORTEST = 3;

/** Endings of Russian and its neighbours that say case, number and gender, the longest first. */
const CYRILLIC_ENDINGS =
  /(?:иями|ями|ами|ием|иям|иях|его|ого|ему|ому|ими|ыми|ией|ей|ой|ий|ый|ая|яя|ою|ею|ах|ях|ов|ев|ам|ям|ом|ем|ые|ие|ую|юю|ия|ии|ию|ое|ее|ых|их|а|я|о|е|и|ы|у|ю|ь|й)$/;

/** Arabic article and particles written together with the word, and the commonest endings. */
const ARABIC_BEGINNINGS = /^(?:وال|بال|كال|فال|لل|ال)/;

const ARABIC_ENDINGS = /(?:ات|ون|ين|ان|ها|ية|ه|ة|ي)$/;

const forms = new RecentValues(30_000, computeForm);

const words = new RecentValues(30_000, computeWord);

/** The forms of one word as `visitWords` cuts it. */
export function wordOf(raw: string): Word {
  return raw.length > 2 * LONGEST ? computeWord(raw) : words.get(raw);
}

/** Lower case and without diacritics, as far as people leave them out when they type. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^\0-\x7f]/.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .toLowerCase()
    .replace(MARKED_LETTERS, "")
    .normalize("NFC")
    .replace(INVISIBLE, "")
    .replace(POINTS, "")
    .replace(/[ßæœøłđðþıςёأإآى]/g, (letter) => UNMARKED[letter] ?? letter);
}

/** At least two letters of the word stay: of `aed`, the stemmer would leave `a`. */
export function stemOf(folded: string): string {
  if (!/^[a-z]{3,}$/.test(folded)) return lightStem(folded);
  const stem = stemmer(folded);
  return stem.length > 1 ? stem : folded;
}

/** Whether spelling says something about a folded word. */
export function isSpelt(folded: string): boolean {
  return SPELT.test(folded);
}

function computeWord(raw: string): Word {
  const version = VERSION.exec(raw)?.[1];
  if (version !== undefined) return single({ folded: version.slice(0, LONGEST), stem: version.slice(0, LONGEST) });
  const owned = raw.slice(0, 2 * LONGEST).replace(/['’]s$/i, "");
  const pieces = owned.split(JOINERS).filter((piece) => piece !== "");
  const whole = form(pieces.join(""));
  if (GROUPED_NUMBER.test(owned)) return single(whole);
  // The letters after an apostrophe are no word of their own: `don't`, `l'été` is looked up by `été`.
  const parts = pieces
    .flatMap((piece) => piece.split(CASE_BORDERS))
    .slice(0, MOST_PARTS)
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
  return forms.get(raw);
}

function computeForm(raw: string): WordForm {
  const folded = beginningOf(fold(raw), LONGEST);
  return { folded, stem: stemOf(folded) };
}

/** What the forms of a word have in common, for scripts whose stemming is a matter of a few endings. */
function lightStem(folded: string): string {
  if (/^\p{Script=Cyrillic}+$/u.test(folded)) return without(folded, CYRILLIC_ENDINGS);
  if (/^\p{Script=Arabic}+$/u.test(folded)) return without(without(folded, ARABIC_BEGINNINGS), ARABIC_ENDINGS);
  return folded;
}

function without(word: string, part: RegExp): string {
  const rest = word.replace(part, "");
  return rest.length >= SHORTEST ? rest : word;
}
