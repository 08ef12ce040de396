import { shortened } from "../../text/shortened.ts";
import { iconFor } from "./icons.ts";
import { LabelPhrases, type Phrase } from "./label-phrases.ts";
import { type TermCounts, termsOf } from "./terms.ts";

export interface ClusterText {
  readonly label: string;
  /** Paragraphs of plain text. */
  readonly summary: readonly string[];
  readonly icon: string;
}

/** An issue of a cluster as it is described. */
export interface DescribedIssue {
  readonly title: string;
  readonly terms: TermCounts;
}

const labelPhrases = 3;
const summaryPhrases = 6;
const quotes = 3;
const longestLabel = 60;
/** Titles that are read for the ways in which words are written. */
const mostTitles = 200;
/** Titles that are looked at for what to quote. */
const mostLookedAt = 100;

/** How many issues of the organization have a term. */
export function frequencies(all: readonly TermCounts[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of all) for (const term of Object.keys(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Label and summary from the words that a cluster's issues share and others do not, and from what people wrote. */
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
  const phrases = tellingPhrases(
    scores.map(({ term }) => term),
    new LabelPhrases(issues.slice(0, mostTitles).map(({ title }) => title)),
  );
  const words = phrases.map(({ text }) => text);
  const weight = new Map(scores.slice(0, 2 * summaryPhrases).map(({ term, score }) => [term, score]));
  return {
    label: shortened(capitalized(words.slice(0, labelPhrases).join(", ")), longestLabel),
    summary: [
      `Grouped by the words these issues share, without a language model: ${words.join(", ")}.`,
      ...telling(issues, weight).map((title) => `“${title}”`),
    ],
    icon: iconFor(phrases.flatMap(({ terms }) => terms)),
  };
}

/** Of the best terms those that titles have, with the word that belongs to them, none of them twice. */
function tellingPhrases(terms: readonly string[], written: LabelPhrases): Phrase[] {
  const phrases: Phrase[] = [];
  const said = new Set<string>();
  for (const term of terms) {
    const phrase = said.has(term) ? undefined : written.phraseOf(term, said);
    if (phrase === undefined || phrases.some(({ text }) => text === phrase.text)) continue;
    for (const one of phrase.terms) said.add(one);
    phrases.push(phrase);
    if (phrases.length === summaryPhrases) return phrases;
  }
  return phrases.length > 0 ? phrases : terms.slice(0, labelPhrases).map((term) => ({ text: term, terms: [term] }));
}

/** The titles with most of what the issues share, no two of which say the same. */
function telling(issues: readonly DescribedIssue[], weight: ReadonlyMap<string, number>): string[] {
  const central = issues
    .map(({ title, terms }) => {
      const score = Object.keys(terms).reduce((sum, term) => sum + (weight.get(term) ?? 0), 0);
      return { title, score };
    })
    .sort((one, other) => other.score - one.score || (one.title < other.title ? -1 : 1));
  const chosen: { readonly title: string; readonly own: readonly string[] }[] = [];
  for (const { title } of central.slice(0, mostLookedAt)) {
    const terms = Object.keys(termsOf(title));
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
