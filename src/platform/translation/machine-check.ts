import type { Segment } from "../../text/translation/segment.ts";

/** Scripts of languages that write their own; a sentence in them without a letter of it is in another language. */
const scripts: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(["ru", "uk", "bg"].map((code) => [code, /\p{Script=Cyrillic}/u])),
  ...Object.fromEntries(["zh", "zh-tw", "yue"].map((code) => [code, /\p{Script=Han}/u])),
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  el: /\p{Script=Greek}/u,
  hi: /\p{Script=Devanagari}/u,
  th: /\p{Script=Thai}/u,
};

/** Texts shorter than this may be a name, which stays as it is. */
const aSentence = 60;
/** No language says in a tenth of the letters what another says. */
const shortest = 0.1;

/** Why what a machine gave is hardly a translation, beyond what is asked of everybody's; undefined when it may be one. */
export function machineProblem(
  { text }: Pick<Segment, "text">,
  translation: string,
  language: string,
): string | undefined {
  const asked = lettersOf(text);
  const given = lettersOf(translation);
  if (asked.length < aSentence) return given.length === 0 ? "it has no word" : undefined;
  if (given.length < asked.length * shortest) return "it is far shorter than what it translates";
  const script = scripts[language];
  return script === undefined || script.test(given) ? undefined : `it is not in the language ${language}`;
}

const lettersOf = (text: string) =>
  text
    .replace(/⟦\d{1,4}⟧/g, "")
    .match(/\p{L}/gu)
    ?.join("") ?? "";
