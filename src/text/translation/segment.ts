/**
 * A piece of a page that is translated as one. `text` is what a translator gets: on one line, with `⟦1⟧`, `⟦2⟧`, …
 * for markup, code and addresses, which `held` has in their order.
 */
export interface Segment {
  /** `text` is running text; the next two are an attribute's value by its quotes; `plain` is no Markdown. */
  readonly kind: "text" | "double" | "single" | "plain";
  /** As it stands on the page. */
  readonly source: string;
  readonly text: string;
  readonly held: readonly string[];
  /** What it is for its readers; absent for running text. Whoever translates is told; nothing else follows from it. */
  readonly role?: SegmentRole;
}

export type SegmentRole =
  | "title"
  | "link title"
  | "description"
  | "heading"
  | "list item"
  | "table cell"
  | "alt text"
  | "caption"
  | "button"
  | "summary"
  | "label";

export const placeholder = (index: number) => `⟦${index + 1}⟧`;
const PLACEHOLDER = /⟦(\d{1,4})⟧/g;

/** The numbers of the placeholders in a text, in its order, from 1. */
export const placeholdersIn = (text: string): number[] =>
  [...text.matchAll(PLACEHOLDER)].map((match) => Number(match[1]));

/** A translation with what its placeholders stand for. */
export const release = (text: string, held: readonly string[]): string =>
  text.replace(PLACEHOLDER, (whole, number: string) => held[Number(number) - 1] ?? whole);

/** Whether there is a word to translate. */
export const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(PLACEHOLDER, ""));

/** Words as people count them; in scripts without spaces between words each two letters are one. */
export function wordsIn(text: string): number {
  const words = text.replace(PLACEHOLDER, " ").matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu);
  let count = 0;
  for (const [word] of words) {
    const dense = word.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
    count += dense > 0 ? Math.ceil(dense / 2) : 1;
  }
  return count;
}
