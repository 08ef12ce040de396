import { visitText } from "./analysis.ts";
import { fold } from "./word-forms.ts";

/** Words between quotation marks: they have to stand together, as they are written. */
export interface Quoted {
  /** Offsets of what stands between the marks. */
  start: number;
  end: number;
  /** What the engine has to find one after the other. */
  terms: readonly string[];
  /** As `plain` makes it of a text that holds it. */
  text: string;
}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“", "«": "»", "「": "」" };
const UNSEGMENTED_EDGE =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** The quoted words of a query. A mark without its fellow means nothing. */
export function readQuoted(query: string): Quoted[] {
  const found: Quoted[] = [];
  for (let at = 0; at < query.length; at += 1) {
    const closing = CLOSING[query.charAt(at)];
    if (closing === undefined) continue;
    const end = query.indexOf(closing, at + 1);
    if (end === -1) continue;
    const inner = query.slice(at + 1, end);
    const terms = termsOf(inner);
    if (terms.length > 0) found.push({ start: at + 1, end, terms, text: plain(inner) });
    at = end;
  }
  return found;
}

/** Whether a text holds the words as they are written, whatever their case, diacritics and the marks between them. */
export function holds(text: string, { text: wanted }: Quoted): boolean {
  const where = plain(text);
  const before = UNSEGMENTED_EDGE.test(wanted.charAt(1)) ? 1 : 0;
  const after = UNSEGMENTED_EDGE.test(wanted.charAt(wanted.length - 2)) ? 1 : 0;
  return where.includes(wanted.slice(before, wanted.length - after));
}

/** Letters and digits alone, folded, with one space before, between and after the words. */
function plain(text: string): string {
  return ` ${fold(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim()} `;
}

function termsOf(text: string): string[] {
  const terms: string[] = [];
  visitText(text, {
    word: (word) => terms.push(...word.terms),
    // A longer run goes on behind its last character, so that alone it says nothing.
    characters(folded, _start, _end, place) {
      if (place === "pair") terms.push(folded);
    },
  });
  return terms;
}
