import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import type { SectionTerms } from "../../kernel/database/engine/section-search.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { PageSections } from "./page-sections.ts";
import { sectionTerms } from "./section-index.ts";
import type { SpeltWords } from "./word-forms.ts";

/** Limits per batch: rows, and characters of their texts, because a page may have thousands of long sections. */
const maxBatchRows = 500;

const maxBatchChars = 50_000;

/** Sections ready to be stored: their rows, terms, and words that no text had before. */
export interface AnalysedSections {
  readonly rows: readonly Row<"section">[];
  readonly terms: readonly SectionTerms[];
  readonly words: readonly string[];
}

export interface SectionsToAnalyse {
  readonly space: string;
  readonly pages: Iterable<PageSections>;
  /** Of the first section; the others follow. */
  readonly firstId: number;
  readonly spelt: SpeltWords;
}

/** Analyses the sections of pages, in batches for one statement each, between which other work gets a turn. */
export async function* analysing({
  space,
  pages,
  firstId,
  spelt,
}: SectionsToAnalyse): AsyncGenerator<AnalysedSections> {
  let rows: Row<"section">[] = [];
  let id = firstId;
  let characters = 0;
  const timeSlices = new TimeSlices();
  for (const { page, path, sections } of pages) {
    const pageTitle = sections[0]?.title ?? "";
    for (const [position, section] of sections.entries()) {
      rows.push({
        ...{ id, space, page, position, anchor: section.anchor },
        title: storable(section.title),
        page_title: storable(pageTitle),
        body: storable(section.body),
        page_path: storable(path),
      });
      id += 1;
      characters += section.title.length + section.body.length;
      if (rows.length < maxBatchRows && characters < maxBatchChars) continue;
      yield analyse(rows, spelt);
      await timeSlices.yieldIfDue();
      rows = [];
      characters = 0;
    }
  }
  if (rows.length > 0) yield analyse(rows, spelt);
}

export function analyse(rows: readonly Row<"section">[], spelt: SpeltWords): AnalysedSections {
  const terms = rows.map((section) => ({
    id: section.id,
    ...sectionTerms(section, section.page_title, section.page_path, spelt),
  }));
  return { rows, terms, words: spelt.takeFresh() };
}

/** Removes what the engine's text cannot hold: U+0000 and unpaired surrogates. */
function storable(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, " ");
}
