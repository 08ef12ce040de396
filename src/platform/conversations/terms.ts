import { indexTerms } from "../search/analysis.ts";
import { isEmptyWord } from "./empty-words.ts";

/** How often each term occurs in what somebody wrote; a term of an answer counts as less than one. */
export type TermCounts = Readonly<Record<string, number>>;

/** Terms are words of others: one of them may be the name of what every object has. */
export const has = (counts: TermCounts, term: string): boolean => Object.hasOwn(counts, term);

/** What is written in several ways, and one way to write it. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\b(?:log|sign)(?:s|ged|ging|ning|ned)?[- ]?(?:in|on)(?:to)?\b/gi, "login"],
  [/\bsingle[- ]login\b/gi, "sso"],
  [/\be-?mails?\b/gi, "email"],
  [/\bweb ?hooks?\b/gi, "webhook"],
  [/\bpull requests?\b/gi, "change request"],
  [/\bset(?:ting)? up\b/gi, "setup"],
];

const mostCharacters = 8_000;
const mostTerms = 120;

/** The terms of a text that may say what it is about. What masking put in place of personal data says nothing. */
export function termsOf(text: string): TermCounts {
  let plain = text.slice(0, mostCharacters).replace(/\[[a-z A-Z]{2,20}\]/g, " ");
  for (const [pattern, spelling] of spellings) plain = plain.replace(pattern, spelling);
  const counts = new Map<string, number>();
  for (const term of indexTerms(plain)) {
    if (term.length < 2 || /^\d+$/.test(term) || isEmptyWord(term)) continue;
    counts.set(term, (counts.get(term) ?? 0) + 1);
    if (counts.size === mostTerms) break;
  }
  return Object.fromEntries(counts);
}

/** The sum of the counts of several texts. */
export function addTerms(...all: readonly TermCounts[]): TermCounts {
  const sum = new Map<string, number>();
  for (const counts of all)
    for (const [term, count] of Object.entries(counts)) sum.set(term, (sum.get(term) ?? 0) + count);
  return Object.fromEntries(sum);
}

/** What a term of the answer tells about a matter, beside one of the question. */
const shareOfAnswer = 0.5;

/** The terms of a question with those of what was answered to it. */
export function withAnswer(asked: TermCounts, answered: TermCounts): TermCounts {
  const both = new Map(Object.entries(asked));
  for (const [term, count] of Object.entries(answered)) {
    const own = has(asked, term) ? asked[term] : undefined;
    const strength = (own === undefined ? 0 : strengthOf(own)) + shareOfAnswer * strengthOf(count);
    both.set(term, Math.round(countOf(strength) * 100) / 100);
  }
  return Object.fromEntries(both);
}

/** What repetition adds to a term. */
export const strengthOf = (count: number): number => 1 + Math.log(count);
const countOf = (strength: number) => Math.exp(strength - 1);
