import { bytesOfValue, contentCache } from "../../kernel/caches.ts";
import { RequestThread } from "../../kernel/request-thread.ts";

/** The drawing of a source. Diagrams that cannot be drawn are cached without one. */
const findDrawing = (source: string) => contentCache.get(`diagram ${source}`) as Drawing | undefined;

interface Drawing {
  readonly svg: string | undefined;
  /** It exceeded the time or memory limit. */
  readonly isAbandoned: boolean;
}

/**
 * Memory in megabytes; milliseconds for the start of a thread and for one diagram; diagrams per page, and how many may
 * be given up before the rest are skipped; and milliseconds that an idle thread is kept.
 */
const limits = { memory: 400, start: 60_000, one: 5_000, diagrams: 40, givenUp: 2, idle: 60_000 };

/** A thread's first drawing, so that the first real diagram is not charged for loading the library. */
const first = "graph TD\n a --> b";

/**
 * Draws diagrams in a thread, because a few characters can take minutes; such diagrams are given up. Returns those that
 * could be drawn, by their source.
 */
export async function drawDiagrams(sources: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const drawn = new Map<string, string>();
  let givenUp = 0;
  for (const source of [...new Set(sources)].slice(0, limits.diagrams)) {
    const known = findDrawing(source);
    if (known === undefined && givenUp >= limits.givenUp) continue;
    const { svg, isAbandoned } = known ?? (await enqueue(() => draw(source)));
    if (svg !== undefined) drawn.set(source, svg);
    if (known === undefined && isAbandoned) givenUp += 1;
  }
  return drawn;
}

let last: Promise<unknown> = Promise.resolve();

/** The thread handles one request at a time. */
function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

let thread: RequestThread<string> | undefined;

const openThread = () =>
  new RequestThread<string>({
    built: new URL("./diagram-worker.cjs", import.meta.url),
    source: new URL("./diagram-worker.ts", import.meta.url),
    maxMemoryMb: limits.memory,
  });

let idle: NodeJS.Timeout | undefined;

async function draw(source: string): Promise<Drawing> {
  const known = findDrawing(source);
  if (known !== undefined) return known;
  clearTimeout(idle);
  const isNew = thread === undefined;
  const activeThread = thread ?? openThread();
  thread = activeThread;
  activeThread.hold(true);
  let svg: string | undefined;
  let isAbandoned = false;
  try {
    if (isNew) await activeThread.request(first, AbortSignal.timeout(limits.start));
    svg = await activeThread.request<string | undefined>(source, AbortSignal.timeout(limits.one));
  } catch {
    // The thread was ended for exceeding a limit; the next diagram starts a new one.
    thread = undefined;
    isAbandoned = true;
    await activeThread.close();
  }
  const drawing = { svg, isAbandoned };
  contentCache.set(`diagram ${source}`, drawing, bytesOfValue(svg));
  if (thread === activeThread) {
    activeThread.hold(false);
    idle = setTimeout(() => {
      thread = undefined;
      void activeThread.close();
    }, limits.idle).unref();
  }
  return drawing;
}
