import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import type { PageRecord } from "../records.ts";
import { type AnalysedSections, analysing } from "./analyse-sections.ts";
import { type PageSections, readPageSections } from "./page-sections.ts";
import { SpeltWords } from "./word-forms.ts";

/** Pages to analyse together, with their texts by address. */
export interface Portion {
  readonly pages: readonly PageRecord[];
  readonly texts: ReadonlyMap<string, string>;
}

export interface AnalyserOptions {
  readonly space: string;
  /** The id of the first section; the others follow. */
  readonly firstId: number;
}

/** Analyses pages for search, portion after portion, in this thread. Other work gets a turn at regular intervals. */
export function pageAnalyser({ space, firstId }: AnalyserOptions, signal?: AbortSignal) {
  const spelt = new SpeltWords();
  const timeSlices = new TimeSlices(signal);
  let nextId = firstId;
  return async ({ pages, texts }: Portion): Promise<AnalysedSections[]> => {
    const read: PageSections[] = [];
    for (const page of pages) read.push(await readPageSections(page, texts.get(page.content ?? "") ?? "", timeSlices));
    const analysed: AnalysedSections[] = [];
    for await (const some of analysing({ space, pages: read, firstId: nextId, spelt })) {
      nextId += some.rows.length;
      analysed.push(some);
    }
    return analysed;
  };
}
