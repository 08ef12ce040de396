import { findProblem, placeholder } from "./segments.ts";

/** What to check in a translation before it is submitted. */
export interface SegmentCheck {
  /** A `fault` makes the translation invalid; a `doubt` may be right. */
  readonly kind: "fault" | "doubt";
  readonly message: string;
}

/** Characters: the translation of a shorter text may differ in length by much more than half. */
const shortText = 40;

/** Scripts that need fewer characters than others. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Checks a translation of a segment's text: placeholders of markup, links and code, numbers, terms, and length. */
export function checkTranslation(
  text: string,
  translation: string,
  terms: Readonly<Record<string, string>> = {},
): SegmentCheck[] {
  const trimmed = translation.trim();
  const held = [...text.matchAll(/⟦\d{1,4}⟧/g)].map(() => "");
  const fault = findProblem({ kind: "plain", source: text, text, held }, trimmed);
  if (fault !== undefined) return [{ kind: "fault", message: fault }];
  return [...numberDoubts(text, trimmed), ...termDoubts(trimmed, terms), ...lengthDoubts(text, trimmed)].map(
    (message) => ({
      kind: "doubt",
      message,
    }),
  );
}

function numberDoubts(text: string, translation: string): string[] {
  const [wanted, found] = [numbersIn(text), numbersIn(translation)];
  const missing = [...wanted.keys()].filter(
    (number) => (found.get(number)?.times ?? 0) < (wanted.get(number)?.times ?? 0),
  );
  const added = [...found.keys()].filter((number) => !wanted.has(number));
  const named = (numbers: readonly string[], all: typeof wanted) =>
    numbers.map((number) => all.get(number)?.written ?? number).join(", ");
  return [
    ...(missing.length === 0 ? [] : [`lacks the number ${named(missing, wanted)}`]),
    ...(added.length === 0 ? [] : [`has the number ${named(added, found)}, which the text does not`]),
  ];
}

/** By their digits only, because languages write `1,000.5` differently. */
function numbersIn(text: string): Map<string, { readonly written: string; readonly times: number }> {
  const numbers = new Map<string, { readonly written: string; readonly times: number }>();
  for (const [written] of text.replace(/⟦\d{1,4}⟧/g, " ").matchAll(/\d+(?:[.,'’\u00A0\u202F]\d+)*/g)) {
    const digits = written.replace(/\D/g, "");
    numbers.set(digits, { written, times: (numbers.get(digits)?.times ?? 0) + 1 });
  }
  return numbers;
}

function termDoubts(translation: string, terms: Readonly<Record<string, string>>): string[] {
  const lower = translation.toLowerCase();
  const missing = Object.values(terms).filter((term) => !lower.includes(term.toLowerCase()));
  return missing.length === 0 ? [] : [`does not use ${missing.map((term) => `"${term}"`).join(", ")}`];
}

function lengthDoubts(text: string, translation: string): string[] {
  const [before, after] = [text.replace(/⟦\d{1,4}⟧/g, "").length, translation.replace(/⟦\d{1,4}⟧/g, "").length];
  if (before < shortText || dense.test(text) !== dense.test(translation)) return [];
  if (after > 2 * before) return ["is more than twice as long as the text"];
  return 2 * after < before ? ["is less than half as long as the text"] : [];
}

/** The placeholders of a text, as a person has to write them. */
export const getPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(/⟦(\d{1,4})⟧/g)].map(([, number]) => placeholder(Number(number) - 1))),
];
