import { createHash } from "node:crypto";
import type { GlossaryRow } from "../store/glossary.ts";

/** Terms of a glossary that two languages have, as a text of the first asks for them. */
export interface Terms {
  /** Changes with every term. */
  readonly version: string;
  /** Those that stand in a text, by the term there. */
  in(text: string): Readonly<Record<string, string>>;
}

/** Letters that may follow a term where it stands, as in plurals. */
const ENDING = 2;

export function readTerms(entries: readonly GlossaryRow[], from: string, to: string): Terms {
  const pairs = entries.flatMap(({ translations }) => {
    const terms = JSON.parse(translations) as Readonly<Record<string, string>>;
    const [source, target] = [terms[from]?.trim(), terms[to]?.trim()];
    return source && target ? [[source, target] as const] : [];
  });
  pairs.sort(([left], [right]) => (left < right ? -1 : 1));
  const byWord = new Map<string, (readonly [string, string])[]>();
  for (const pair of pairs) {
    const word = firstWord(pair[0]);
    const known = byWord.get(word);
    if (known === undefined) byWord.set(word, [pair]);
    else known.push(pair);
  }
  const beginnings = [...byWord.keys()];
  return {
    version: createHash("sha256").update(JSON.stringify(pairs)).digest("base64url"),
    in(text) {
      if (beginnings.length === 0) return {};
      const lower = text.toLowerCase();
      const found = beginnings.filter((word) => lower.includes(word)).flatMap((word) => byWord.get(word) ?? []);
      return Object.fromEntries(found.filter(([source]) => stands(lower, source.toLowerCase())));
    },
  };
}

/** Terms that are the same in both languages and stand in the text as they are written. */
export const keptTerms = (terms: Readonly<Record<string, string>>, text: string): string[] =>
  Object.entries(terms).flatMap(([source, target]) => (source === target && text.includes(source) ? [source] : []));

const firstWord = (term: string) => /[\p{L}\p{N}]+/u.exec(term.toLowerCase())?.[0] ?? term.toLowerCase();

function stands(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (isDense(term)) return true;
    const before = /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
    const after = /^[\p{L}\p{N}]*/u.exec(text.slice(at + term.length, at + term.length + ENDING + 1))?.[0].length ?? 0;
    if (!before && after <= ENDING) return true;
  }
  return false;
}

/** Written without spaces between words. */
export const isDense = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);
