import { shorten } from "../../../markdown/text/trim.ts";
import { computeStem, visitText } from "../../content/search/index.ts";
import { extractTerms, isEmptyWord, type TermCounts } from "./terms.ts";

export interface ClusterText {
  readonly label: string;
  /** Paragraphs of plain text. */
  readonly summary: readonly string[];
  readonly icon: string;
}

/** The fields of an issue that describe its cluster. */
interface DescribedIssue {
  readonly title: string;
  readonly terms: TermCounts;
}

const labelPhrases = 3;

const summaryPhrases = 6;

const quotes = 3;

const maxLabelLength = 60;

/** Number of titles read for how words are written. */
const maxTitles = 200;

/** Number of titles considered for quoting. */
const maxConsideredTitles = 100;

/** How many issues of the organization have a term. */
export function frequencies(all: readonly TermCounts[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of all) for (const term of Object.keys(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Label and summary from words that are typical of a cluster's issues, and from people's own titles. */
export function describeByTerms(
  issues: readonly DescribedIssue[],
  frequency: ReadonlyMap<string, number>,
  total: number,
): ClusterText {
  const own = frequencies(issues.map(({ terms }) => terms));
  const scores = [...own].map(([term, count]) => {
    const rarity = Math.log(1 + total / (frequency.get(term) ?? 1));
    return { term, score: (count / issues.length) * (count === 1 ? 0.5 : 1) * rarity };
  });
  scores.sort((one, other) => other.score - one.score || (one.term < other.term ? -1 : 1));
  const phrases = selectPhrases(
    scores.map(({ term }) => term),
    new LabelPhrases(issues.slice(0, maxTitles).map(({ title }) => title)),
  );
  const words = phrases.map(({ text }) => text);
  const weight = new Map(scores.slice(0, 2 * summaryPhrases).map(({ term, score }) => [term, score]));
  return {
    label: shorten(capitalized(words.slice(0, labelPhrases).join(", ")), maxLabelLength),
    summary: [
      `Grouped by the words these issues share, without a language model: ${words.join(", ")}.`,
      ...selectTitles(issues, weight).map((title) => `“${title}”`),
    ],
    icon: iconFor(phrases.flatMap(({ terms }) => terms)),
  };
}

/** The best terms that occur in titles, each with its adjacent word, without duplicates. */
function selectPhrases(terms: readonly string[], written: LabelPhrases): Phrase[] {
  const phrases: Phrase[] = [];
  const usedTerms = new Set<string>();
  for (const term of terms) {
    const phrase = usedTerms.has(term) ? undefined : written.findPhrase(term, usedTerms);
    if (phrase === undefined || phrases.some(({ text }) => text === phrase.text)) continue;
    for (const one of phrase.terms) usedTerms.add(one);
    phrases.push(phrase);
    if (phrases.length === summaryPhrases) return phrases;
  }
  return phrases.length > 0 ? phrases : terms.slice(0, labelPhrases).map((term) => ({ text: term, terms: [term] }));
}

/** The titles with the most shared terms, without near-duplicates. */
function selectTitles(issues: readonly DescribedIssue[], weight: ReadonlyMap<string, number>): string[] {
  const central = issues
    .map(({ title, terms }) => {
      const score = Object.keys(terms).reduce((sum, term) => sum + (weight.get(term) ?? 0), 0);
      return { title, score };
    })
    .sort((one, other) => other.score - one.score || (one.title < other.title ? -1 : 1));
  const chosen: { readonly title: string; readonly own: readonly string[] }[] = [];
  for (const { title } of central.slice(0, maxConsideredTitles)) {
    const terms = Object.keys(extractTerms(title));
    const isNew = chosen.every(({ own }) => {
      const both = terms.filter((term) => own.includes(term)).length;
      return both * 2 <= Math.min(terms.length, own.length);
    });
    if (isNew && title !== "") chosen.push({ title, own: terms });
    if (chosen.length === quotes) break;
  }
  return chosen.map(({ title }) => title);
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** One or two words as people write them, with their normalized terms. */
interface Phrase {
  readonly text: string;
  readonly terms: readonly string[];
}

/** Runs of ideographs or Katakana are the names in text without spaces. */
const runs = /\p{Script=Han}{2,8}|[\p{Script=Katakana}ー]{2,12}/gu;

/** How the terms of some texts are written, alone and in pairs. */
class LabelPhrases {
  readonly #forms = new Map<string, Map<string, number>>();
  readonly #pairs = new Map<string, Map<string, number>>();
  readonly #texts = new Map<string, number>();

  constructor(texts: readonly string[]) {
    for (const text of texts) this.#read(text);
  }

  /**
   * A term as it is written most often; with the word that is next to it in a good part of the texts, unless that
   * already has it.
   */
  findPhrase(term: string, usedTerms: ReadonlySet<string>): Phrase | undefined {
    const form = mostFrequent(this.#forms.get(term));
    if (form === undefined) return undefined;
    const pair = mostFrequent(this.#pairs.get(term));
    if (pair === undefined || pair[1] < 2 || pair[1] * 3 < (this.#texts.get(term) ?? 0)) {
      return { text: form[0], terms: [term] };
    }
    const [first = "", second = ""] = pair[0].split(" ");
    if (usedTerms.has(first) || usedTerms.has(second)) return { text: form[0], terms: [term] };
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
          // A capital at the start of a sentence carries no information.
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

/** An icon, and the cluster words it represents; the first match applies. */
const icons: readonly (readonly [icon: string, words: string])[] = [
  ["credit-card", "invoice billing bill payment charge refund subscription plan price seat"],
  ["key", "login sso saml password token credential authentication"],
  ["globe", "domain dns cname certificate ssl https hostname"],
  ["code-branch", "git github gitlab branch repository repo commit sync"],
  ["code", "api endpoint code snippet webhook openapi swagger spec schema"],
  ["magnifying-glass", "search index find result"],
  ["user-plus", "invite invitation member teammate guest"],
  ["lock", "permission role access private viewer admin"],
  ["image", "image picture screenshot logo icon svg png"],
  ["video", "video embed iframe youtube"],
  ["language", "translation language translate glossary"],
  ["file-pdf", "pdf print export"],
  ["file-import", "import migrate migration confluence notion"],
  ["bell", "notification mention email digest"],
  ["chart-line", "analytics statistic traffic view visitor"],
  ["palette", "theme color colour dark font css brand"],
  ["link", "link redirect url slug"],
  ["trash", "delete restore trash recover revision"],
  ["code-merge", "merge conflict review draft"],
];

const byStem = new Map(
  icons
    .toReversed()
    .flatMap(([icon, words]) => words.split(" ").map((word): [string, string] => [computeStem(word), icon])),
);

function iconFor(terms: readonly string[]): string {
  for (const term of terms) {
    const icon = byStem.get(term);
    if (icon !== undefined) return icon;
  }
  return "comments";
}
