import { Turns } from "../../markdown/text/turns.ts";
import type { PageRecord } from "../content/records.ts";
import type { Context } from "../kernel/context.ts";
import { idsOf } from "../kernel/database/engine/section-search.ts";
import { createId } from "../kernel/database/ids.ts";
import type { Portion } from "./analyse-pages.ts";
import type { AnalysedSections } from "./analyse-sections.ts";
import { mostMergeSteps } from "./index-content.ts";
import { openPageAnalyser } from "./page-analyser.ts";
import { isSearched } from "./page-sections.ts";
import { discardDraft, type SectionDraft } from "./section-drafts.ts";
import { claimDraft } from "./section-numbers-rows.ts";
import { insertAnalysed, mergeIndex } from "./sections-rows.ts";

type Work<Result> = (at: Pick<Context, "queries" | "content">) => Promise<Result>;

/** Runs the transactions of long work. */
export interface Steps {
  read<Result>(work: Work<Result>): Promise<Result>;
  step<Result>(work: Work<Result>): Promise<Result>;
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

/** So few pages are indexed together with the content that has them. */
const few = 20;

/** Limits per transaction, so that no write waits long for the lock: pages, and characters of their texts. */
const most = { pages: 200, characters: 500_000 };

/** Pages whose texts are read at the same time. */
const readAtOnce = 20;

/**
 * Indexes many pages before a content has them, in transactions of bounded size. Undefined if they are few. What the
 * index has of them so far stays until the content is stored.
 */
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
    let done = 0;
    const firstId = idsOf([number]).low + 1;
    const stop = signal ?? new AbortController().signal;
    const analyser = openPageAnalyser({ space, firstId, count: searched.length, signal: stop });
    const store = async ({ pages }: Portion, analysed: readonly AnalysedSections[]) => {
      await steps.step(async ({ queries }) => {
        const turns = new Turns();
        for (const some of analysed) {
          await insertAnalysed(queries, some);
          await turns.pass();
        }
      });
      done += pages.length;
      onProgress?.(done, searched.length);
    };
    let storing = Promise.resolve();
    try {
      for await (const portion of portionsOf(searched, steps)) {
        signal?.throwIfAborted();
        // In one thread, analysing would only make the transaction longer.
        if (!analyser.isThread) await storing;
        const analysed = await analyser.analyse(portion);
        await storing;
        storing = store(portion, analysed);
        storing.catch(() => {});
      }
    } finally {
      await analyser.close();
      await storing;
    }
    for (let step = 0; step < mostMergeSteps && (await steps.step(({ queries }) => mergeIndex(queries))); step += 1);
    return { number, pages: new Map(searched.map((page) => [page.id, page])) };
  } catch (error) {
    // Whatever cannot be removed now is removed later, by age.
    await discardDraft(steps.step, number).catch(() => {});
    throw error;
  }
}

/** The pages with their texts, in portions of one transaction. */
async function* portionsOf(pages: readonly PageRecord[], { read }: Steps): AsyncGenerator<Portion> {
  let texts = new Map<string, string>();
  let [first, characters] = [0, 0];
  for (let start = 0; start < pages.length; start += readAtOnce) {
    const addresses = pages.slice(start, start + readAtOnce).flatMap(({ content }) => content ?? []);
    for (const [address, text] of await read(({ content }) => content.readTexts(addresses))) {
      texts.set(address, text);
      characters += text.length;
    }
    const end = Math.min(start + readAtOnce, pages.length);
    if (end < pages.length && end - first < most.pages && characters < most.characters) continue;
    yield { pages: pages.slice(first, end), texts };
    texts = new Map();
    [first, characters] = [end, 0];
  }
}
