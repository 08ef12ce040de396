import { Turns } from "../../markdown/text/turns.ts";
import type { PageRecord } from "../content/records.ts";
import type { Context } from "../kernel/context.ts";
import { idsOf } from "../kernel/database/engine/section-search.ts";
import { createId } from "../kernel/database/ids.ts";
import { isSearched, mostMergeSteps, readingSectionsOf } from "./index-content.ts";
import { discardDraft, type SectionDraft } from "./section-drafts.ts";
import { claimDraft } from "./section-numbers-rows.ts";
import { type AnalysedSections, analysing, insertAnalysed, mergeIndex } from "./sections-rows.ts";
import { SpeltWords } from "./word-forms.ts";

type Work<Result> = (at: Pick<Context, "queries" | "content">) => Promise<Result>;

/** Runs the transactions of long work. */
export interface Steps {
  read<Result>(work: Work<Result>): Promise<Result>;
  step<Result>(work: Work<Result>): Promise<Result>;
}

interface AheadOptions extends Steps {
  /** The space that will have the pages. */
  readonly space: string;
  /** Pages with stored texts that are in no content yet. */
  readonly pages: readonly PageRecord[];
  readonly now: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** So few pages are indexed together with the content that has them. */
const few = 20;

/** Sections inserted per transaction, so that no write waits long for the lock. */
const mostSections = 1_000;

/** Indexes many pages before a content has them, in transactions of bounded size. Undefined if they are few. */
export async function indexAhead({
  space,
  pages,
  now,
  signal,
  onProgress,
  ...steps
}: AheadOptions): Promise<SectionDraft | undefined> {
  const searched = pages.filter(isSearched);
  if (searched.length <= few) return undefined;
  const number = await steps.step(({ queries }) => claimDraft(queries, createId(), now));
  try {
    let analysed: AnalysedSections[] = [];
    let [sections, done] = [0, 0];
    let firstId = idsOf([number]).low + 1;
    const spelt = new SpeltWords();
    const store = async () => {
      const batch = analysed;
      [analysed, sections] = [[], 0];
      await steps.step(async ({ queries }) => {
        for (const some of batch) await insertAnalysed(queries, some);
      });
      onProgress?.(done, searched.length);
    };
    const readTexts = (addresses: readonly string[]) => steps.read(({ content }) => content.readTexts(addresses));
    for await (const portion of readingSectionsOf(searched, readTexts, new Turns(signal))) {
      for await (const some of analysing({ space, pages: portion, firstId, spelt })) {
        analysed.push(some);
        sections += some.rows.length;
        firstId += some.rows.length;
        if (sections >= mostSections) await store();
      }
      done += portion.length;
    }
    await store();
    for (let step = 0; step < mostMergeSteps && (await steps.step(({ queries }) => mergeIndex(queries))); step += 1);
    return { number, pages: new Map(searched.map((page) => [page.id, page])) };
  } catch (error) {
    // Whatever cannot be removed now is removed later, by age.
    await discardDraft(steps.step, number).catch(() => {});
    throw error;
  }
}
