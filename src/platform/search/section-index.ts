import { indexTerms } from "./analysis.ts";

export interface SearchSection {
  /** Empty for the page's lead. */
  anchor: string;
  title: string;
  /** Plain text. */
  body: string;
}

/** The terms of a section, by their significance. */
export interface SectionTerms {
  title: string[];
  /** Terms of the page's path, and of its title if the section has its own title. */
  page: string[];
  /** Terms that the body repeats. */
  salient: string[];
  body: string[];
}

/** Occurrences in a body that make a term salient. */
const SALIENT = 3;
const LONGEST_WHOLE_TITLE = 8;
/** Not part of any normal term, so terms built with it never match by accident. */
const MARK = "~";

/** Adds the words of title and body to `spelt`. */
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

/** The term for titles with a word that continues after these two or three letters. */
export function beginning(letters: string): string {
  return `${letters}${MARK}`;
}

/** The term for a title of exactly these terms. Empty for a long title. */
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
