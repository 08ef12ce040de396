import { visitText } from "../search/analysis.ts";
import { iconFor } from "./icons.ts";
import { shortened } from "./sentences.ts";
import type { TermCounts } from "./terms.ts";

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

const labelTerms = 3;
const summaryTerms = 6;
const quotes = 3;
const longestLabel = 60;

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
  const telling = scores.slice(0, summaryTerms);
  const forms = wordForms(issues);
  const words = telling.map(({ term }) => forms.get(term) ?? term);
  const weight = new Map(telling.map(({ term, score }) => [term, score]));
  const centrality = ({ terms }: DescribedIssue) =>
    Object.keys(terms).reduce((sum, term) => sum + (weight.get(term) ?? 0), 0);
  const central = [...issues]
    .map((issue) => ({ title: issue.title, score: centrality(issue) }))
    .sort((one, other) => other.score - one.score || (one.title < other.title ? -1 : 1));
  const titles = [...new Set(central.map(({ title }) => title))].slice(0, quotes);
  return {
    label: shortened(capitalized(words.slice(0, labelTerms).join(", ")), longestLabel),
    summary: [
      `Grouped by the words these issues share, without a language model: ${words.join(", ")}.`,
      ...titles.map((title) => `“${title}”`),
    ],
    icon: iconFor(telling.map(({ term }) => term)),
  };
}

/** The form in which each term is written most often. */
function wordForms(issues: readonly DescribedIssue[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { title } of issues) {
    visitText(title, {
      word(word, start, end) {
        const form = title.slice(start, end);
        const plain = /^\p{Lu}\p{Ll}+$/u.test(form) ? form.toLowerCase() : form;
        const forms = counts.get(word.terms[0] ?? "") ?? new Map<string, number>();
        forms.set(plain, (forms.get(plain) ?? 0) + 1);
        counts.set(word.terms[0] ?? "", forms);
      },
      characters() {},
    });
  }
  return new Map(
    [...counts].map(([term, forms]) => {
      const [best] = [...forms].sort(([one, count], [other, more]) => more - count || (one < other ? -1 : 1));
      return [term, best?.[0] ?? term];
    }),
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
