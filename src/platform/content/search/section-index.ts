import type { SectionField } from "../../kernel/database/engine/section-search.ts";
import { indexTerms } from "./analysis.ts";
import type { SearchSection } from "./page-sections.ts";
import type { SpeltWords } from "./word-forms.ts";

/** The terms of a section by their significance, separated by spaces. */
type Terms = Readonly<Record<SectionField, string>>;

/** Occurrences in a body that make a term salient. */
const salientCount = 3;
const maxWholeTitleTerms = 8;
/** Not part of any normal term, so terms built with it never match by accident. */
const mark = "~";

/**
 * The terms of a section: `page` has those of the page's path, and of its title if the section has its own title;
 * `salient` those that the body repeats. Adds the words of title and body to `spelt`.
 */
export function sectionTerms(
  { title, body }: Pick<SearchSection, "title" | "body">,
  pageTitle: string,
  path: string,
  spelt?: SpeltWords,
): Terms {
  const titleTerms = indexTerms(title, spelt);
  const pageTerms = indexTerms(title === pageTitle ? path : `${pageTitle} ${path}`);
  const bodyTerms = indexTerms(body, spelt);
  return {
    title: [...titleTerms, ...beginnings(titleTerms), wholeTitle(titleTerms)].filter((term) => term !== "").join(" "),
    page: [...new Set(pageTerms)].filter((term) => !titleTerms.includes(term)).join(" "),
    salient: repeated(bodyTerms).join(" "),
    body: bodyTerms.join(" "),
  };
}

/** The term for titles with a word that continues after these two or three letters. */
export function beginning(letters: string): string {
  return `${letters}${mark}`;
}

/** The term for a title of exactly these terms. Empty for a long title. */
export function wholeTitle(terms: readonly string[]): string {
  return terms.length === 0 || terms.length > maxWholeTitleTerms ? "" : `${mark}${terms.join(mark)}`;
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

/** How often the last text that has a term repeats it. */
interface Count {
  text: number;
  times: number;
}

const counts = new Map<string, Count>();

const maxCounted = 30_000;

let texts = 0;

function repeated(terms: readonly string[]): string[] {
  // A map for each text would be built from the same terms repeatedly.
  if (counts.size > maxCounted) counts.clear();
  texts += 1;
  const found: string[] = [];
  for (const term of terms) {
    const count = counts.get(term);
    if (count === undefined) counts.set(term, { text: texts, times: 1 });
    else if (count.text !== texts) {
      count.text = texts;
      count.times = 1;
    } else {
      count.times += 1;
      if (count.times === salientCount) found.push(term);
    }
  }
  return found;
}
