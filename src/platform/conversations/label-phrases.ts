import { visitText } from "../search/analysis.ts";
import { isEmptyWord } from "./empty-words.ts";

/** A word or two as people write them, and the terms under which they are compared. */
export interface Phrase {
  readonly text: string;
  readonly terms: readonly string[];
}

/** Runs of ideographs, or of Katakana, are the words of a text without spaces that name things. */
const runs = /\p{Script=Han}{2,8}|[\p{Script=Katakana}ー]{2,12}/gu;

/** How the terms of some texts are written, alone and in pairs. */
export class LabelPhrases {
  readonly #forms = new Map<string, Map<string, number>>();
  readonly #pairs = new Map<string, Map<string, number>>();
  readonly #texts = new Map<string, number>();

  constructor(texts: readonly string[]) {
    for (const text of texts) this.#read(text);
  }

  /**
   * A term as it is written most often; with the word that stands next to it in a good part of the texts, unless that
   * is said already.
   */
  phraseOf(term: string, said: ReadonlySet<string>): Phrase | undefined {
    const form = mostFrequent(this.#forms.get(term));
    if (form === undefined) return undefined;
    const pair = mostFrequent(this.#pairs.get(term));
    if (pair === undefined || pair[1] < 2 || pair[1] * 3 < (this.#texts.get(term) ?? 0)) {
      return { text: form[0], terms: [term] };
    }
    const [first = "", second = ""] = pair[0].split(" ");
    if (said.has(first) || said.has(second)) return { text: form[0], terms: [term] };
    const texts = [first, second].map((one) => mostFrequent(this.#forms.get(one))?.[0] ?? one);
    return { text: texts.join(" "), terms: [first, second] };
  }

  #read(text: string): void {
    const terms = new Set<string>();
    const pairs = new Set<string>();
    let before: { readonly term: string; readonly end: number } | undefined;
    const add = (term: string, form: string) => {
      terms.add(term);
      count(this.#forms, term, form);
    };
    visitText(text, {
      word({ terms: [term = ""] }, start, end) {
        const tells = term.length > 1 && !/^\d+$/.test(term) && !isEmptyWord(term);
        if (tells) {
          const form = text.slice(start, end).replace(/['’]s$/, "");
          // The capital of a sentence's first word says nothing.
          add(term, start === 0 && /^\p{Lu}\p{Ll}+$/u.test(form) ? form.toLowerCase() : form);
          if (before?.end === start - 1 && text[before.end] === " " && before.term !== term) {
            pairs.add(`${before.term} ${term}`);
          }
        }
        before = tells ? { term, end } : undefined;
      },
      characters() {
        before = undefined;
      },
    });
    for (const [run] of text.matchAll(runs)) {
      for (let at = 0; at + 1 < run.length; at += 1) add(run.slice(at, at + 2), run);
    }
    for (const term of terms) this.#texts.set(term, (this.#texts.get(term) ?? 0) + 1);
    for (const pair of pairs) for (const term of pair.split(" ")) count(this.#pairs, term, pair);
  }
}

function count(counts: Map<string, Map<string, number>>, key: string, value: string): void {
  const values = counts.get(key) ?? new Map<string, number>();
  values.set(value, (values.get(value) ?? 0) + 1);
  counts.set(key, values);
}

function mostFrequent(counts: ReadonlyMap<string, number> = new Map()): [string, number] | undefined {
  const [best] = [...counts].sort(([one, count], [other, more]) => more - count || (one < other ? -1 : 1));
  return best;
}
