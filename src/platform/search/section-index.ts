import { indexTerms } from "./analysis.ts";

export interface SearchSection {
  /** Empty for the page's lead. */
  anchor: string;
  title: string;
  /** Plain text. */
  body: string;
}

/** The terms of a section, by how much they say about it. */
export interface SectionTerms {
  title: string[];
  /** Of the page's path, and of its title for a section that has its own. */
  page: string[];
  /** What the body keeps coming back to. */
  salient: string[];
  body: string[];
}

/** Occurrences in one body that make a term salient. */
const SALIENT = 3;
const LONGEST_WHOLE_TITLE = 8;
/** No term of a text holds it, so that terms made with it are never met by accident. */
const MARK = "~";

/** The words of title and body are added to `spelt`. */
export function sectionTerms(
  { title, body }: Pick<SearchSection, "title" | "body">,
  pageTitle: string,
  path: string,
  spelt?: Set<string>,
): SectionTerms {
  const titleTerms = indexTerms(title, spelt);
  const pageTerms = indexTerms(title === pageTitle ? path : `${pageTitle} ${path}`);
  const bodyTerms = indexTerms(body, spelt);
  return {
    title: [...titleTerms, ...beginnings(titleTerms), wholeTitle(titleTerms)].filter((term) => term !== ""),
    page: [...new Set(pageTerms)].filter((term) => !titleTerms.includes(term)),
    salient: repeated(bodyTerms),
    body: bodyTerms,
  };
}

/** The term of every title with a word that goes on after these two or three letters. */
export function beginning(letters: string): string {
  return `${letters}${MARK}`;
}

/** The term of a title that is made of just these terms. Empty for a long one. */
export function wholeTitle(terms: readonly string[]): string {
  return terms.length === 0 || terms.length > LONGEST_WHOLE_TITLE ? "" : `${MARK}${terms.join(MARK)}`;
}

function beginnings(terms: readonly string[]): string[] {
  const found = new Set<string>();
  for (const term of terms) {
    for (const length of [2, 3]) {
      if (term.length > length && /^[a-z0-9]+$/.test(term.slice(0, length)))
        found.add(beginning(term.slice(0, length)));
    }
  }
  return [...found];
}

function repeated(terms: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const found: string[] = [];
  for (const term of terms) {
    const count = (counts.get(term) ?? 0) + 1;
    counts.set(term, count);
    if (count === SALIENT) found.push(term);
  }
  return found;
}
