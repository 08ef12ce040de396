import { francAll } from "franc";
import type { Language } from "../../contract/models/language.ts";
import { listSegments } from "../../markdown/translation/translate-page.ts";

/** By the ISO 639-3 codes of the library. */
const languages = {
  eng: "en",
  fra: "fr",
  deu: "de",
  spa: "es",
  ita: "it",
  por: "pt",
  rus: "ru",
  jpn: "ja",
  cmn: "zh",
  kor: "ko",
  arb: "ar",
  hin: "hi",
  nld: "nl",
  pol: "pl",
  tur: "tr",
  swe: "sv",
  nob: "no",
  dan: "da",
  fin: "fi",
  ell: "el",
  ces: "cs",
  hun: "hu",
  ron: "ro",
  tha: "th",
  vie: "vi",
  ind: "id",
  zlm: "ms",
  heb: "he",
  ukr: "uk",
  slk: "sk",
  bul: "bg",
  hrv: "hr",
  lit: "lt",
  lvs: "lv",
  ekk: "et",
  slv: "sl",
} as const satisfies Record<string, Language>;

/** Common characters that differ between traditional and simplified Chinese. */
const traditional = /[這個們為來時說會對學與開關後過還點選項設應當從將單條]/gu;

const simplified = /[这个们为来时说会对学与开关后过还点选项设应当从将单条]/gu;

/** The fewest letters for a reliable guess; languages without an alphabet need fewer. */
const minLetters = 150;

const minIdeographs = 40;

/** The most letters of running text that a guess uses. */
export const maxLetters = 2000;

/** A page's running text, without code and markup. */
export const toProse = (markdown: string): string =>
  listSegments(markdown)
    .map(({ text }) => text.replace(/⟦\d+⟧/g, " "))
    .join("\n");

export const countLetters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The most likely language of a text; undefined if it has too few words. */
export function guessLanguage(text: string): Language | undefined {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  if (countLetters(text) < minLetters && dense < minIdeographs) return undefined;
  const [best] = francAll(text, { only: Object.keys(languages) });
  const found = languages[(best?.[0] ?? "und") as keyof typeof languages] as Language | undefined;
  if (found !== "zh") return found;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(traditional) > count(simplified) ? "zh-tw" : "zh";
}
