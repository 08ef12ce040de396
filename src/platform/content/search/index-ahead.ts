import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import type { Context } from "../../kernel/context.ts";
import { getIdRange } from "../../kernel/database/engine/section-search.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Ending } from "../../kernel/jobs/job-kind.ts";
import type { PageRecord } from "../records.ts";
import type { Portion } from "./analyse-pages.ts";
import type { AnalysedSections } from "./analyse-sections.ts";
import { readAtOnce } from "./index-content.ts";
import { openPageAnalyser } from "./page-analyser.ts";
import { isSearched } from "./page-sections.ts";
import { discardDraft, type SectionDraft } from "./section-drafts.ts";
import { claimDraft } from "./section-numbers-rows.ts";
import { insertAnalysed, mergeIndex, mergeStep } from "./sections-rows.ts";

type Work<Result> = (at: Pick<Context, "queries" | "content">) => Promise<Result>;

/** Runs the transactions of long work. */
export interface Steps {
  read<Result>(work: Work<Result>): Promise<Result>;
  step<Result>(work: Work<Result>): Promise<Result>;
  /** Calls `work` when the long work has ended, however it ended. */
  onEnd(work: Ending): void;
}

interface AheadOptions extends Steps {
  /** The space that will have the pages. */
  readonly space: string;
  /** New and changed pages whose texts are stored; those that search leaves out are skipped. */
  readonly pages: readonly PageRecord[];
  readonly now: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * So few pages are indexed together with the content that has them: each draft may become a further number of its space,
 * and many numbers make searches slower.
 */
const few = 100;

/** Limits per transaction, so that no write waits long for the lock. A batch has at most 50,000 characters. */
const limits = { pages: 200, characters: 500_000, batches: 12 };

/**
 * Indexes many pages before a content has them, in transactions of bounded size. Undefined if they are few, or if the
 * space has many numbers. What the index has of them so far stays until the content is stored. If it is not stored, the
 * draft is removed when the long work has ended.
 */
export async function indexAhead({
  space,
  pages,
  now,
  signal = new AbortController().signal,
  onProgress,
  ...steps
}: AheadOptions): Promise<SectionDraft | undefined> {
  const searched = pages.filter(isSearched);
  if (searched.length <= few) return undefined;
  const number = await steps.step(({ queries }) => claimDraft(queries, { space, name: createId(), now }));
  if (number === undefined) return undefined;
  steps.onEnd((write) => discardDraft(write, number));
  const firstId = getIdRange([number]).low + 1;
  const analyser = openPageAnalyser({ space, firstId, count: searched.length, signal });
  let done = 0;
  let storing = Promise.resolve();
  try {
    for await (const portion of readPortions(searched, steps)) {
      signal.throwIfAborted();
      // In one thread, analysing would only make the transactions longer.
      if (!analyser.isThread) await storing;
      const analysed = await analyser.analyse(portion);
      await storing;
      storing = store(portion, analysed);
      storing.catch(() => {});
    }
    await storing;
  } finally {
    await analyser.close();
    // A transaction that still runs would add sections to a draft that has been removed.
    await storing.catch(() => {});
  }
  await mergeIndex(() => steps.step(({ queries }) => mergeStep(queries)));
  return { number, pages: new Map(searched.map((page) => [page.id, page])) };

  async function store({ pages }: Portion, analysed: readonly AnalysedSections[]): Promise<void> {
    for (let start = 0; start < analysed.length; start += limits.batches) {
      await steps.step(async ({ queries }) => {
        const timeSlices = new TimeSlices();
        for (const batch of analysed.slice(start, start + limits.batches)) {
          await insertAnalysed(queries, batch);
          await timeSlices.yieldIfDue();
        }
      });
    }
    done += pages.length;
    onProgress?.(done, searched.length);
  }
}

/** The pages with their texts, in portions of about one transaction. */
async function* readPortions(pages: readonly PageRecord[], { read }: Steps): AsyncGenerator<Portion> {
  let portion: PageRecord[] = [];
  let texts = new Map<string, string>();
  let characters = 0;
  for (let start = 0; start < pages.length; start += readAtOnce) {
    const some = pages.slice(start, start + readAtOnce);
    const found = await read(({ content }) => content.readTexts(some.flatMap((page) => page.content ?? [])));
    for (const page of some) {
      const { content = "" } = page;
      const text = found.get(content) ?? "";
      portion.push(page);
      texts.set(content, text);
      characters += text.length;
      if (portion.length < limits.pages && characters < limits.characters) continue;
      yield { pages: portion, texts };
      portion = [];
      texts = new Map();
      characters = 0;
    }
  }
  if (portion.length > 0) yield { pages: portion, texts };
}
