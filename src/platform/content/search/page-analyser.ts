import { RequestThread } from "../../kernel/request-thread.ts";
import { type AnalyserOptions, type Portion, pageAnalyser } from "./analyse-pages.ts";
import type { AnalysedSections } from "./analyse-sections.ts";

/** Analyses pages for search, portion after portion. */
interface PageAnalyser {
  /** Whether it runs in a thread of its own. */
  readonly isThread: boolean;
  analyse(portion: Portion): Promise<AnalysedSections[]>;
  close(): Promise<void>;
}

/** From this number of pages on, a thread saves more time than it takes to start and to compile its code. */
const many = 3_000;

/** Memory limits of the thread, in megabytes. A third of the usual one for new objects takes no more time. */
const limits = { maxMemoryMb: 256, maxYoungMb: 16 };

/** Uses a thread if there are many pages. Aborting `signal` ends the analysis. */
export function openPageAnalyser(
  options: AnalyserOptions & { readonly count: number; readonly signal: AbortSignal },
): PageAnalyser {
  const { count, signal, space, firstId } = options;
  if (count < many) {
    return { isThread: false, analyse: pageAnalyser({ space, firstId }, signal), close: async () => {} };
  }
  const thread = new RequestThread<Portion>({
    built: new URL("./search-worker.cjs", import.meta.url),
    source: new URL("./search-worker.ts", import.meta.url),
    ...limits,
    data: { space, firstId } satisfies AnalyserOptions,
  });
  return { isThread: true, analyse: (portion) => thread.request(portion, signal), close: () => thread.close() };
}
