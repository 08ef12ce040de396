import { AskedThread } from "../kernel/asked-thread.ts";
import { LeastRecent } from "./least-recent.ts";

/** Drawings that were made, by their source; those of diagrams that cannot be drawn are kept without one. */
const drawings = new LeastRecent<Drawing>(8_000_000);

interface Drawing {
  readonly svg: string | undefined;
  /** It took too long, or too much memory. */
  readonly isGivenUp: boolean;
}

/**
 * Megabytes; milliseconds of a thread's start and of one diagram; diagrams of a page, and how many of them are given up
 * before the rest is not tried; and how long a thread is kept.
 */
const most = { memory: 400, start: 60_000, one: 5_000, diagrams: 40, givenUp: 2, idle: 60_000 };

/** What a thread draws first: loading all that drawing needs is no fault of the first diagram. */
const first = "graph TD\n a --> b";

/**
 * Draws diagrams in a thread: few characters can take minutes, and such a diagram is given up. Returns those that could
 * be drawn, by their source.
 */
export async function drawDiagrams(sources: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const drawn = new Map<string, string>();
  let givenUp = 0;
  for (const source of [...new Set(sources)].slice(0, most.diagrams)) {
    const known = drawings.get(source);
    if (known === undefined && givenUp >= most.givenUp) continue;
    const { svg, isGivenUp } = known ?? (await inTurn(() => draw(source)));
    if (svg !== undefined) drawn.set(source, svg);
    if (known === undefined && isGivenUp) givenUp += 1;
  }
  return drawn;
}

let last: Promise<unknown> = Promise.resolve();

/** The thread takes one question at a time. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

let thread: AskedThread<string> | undefined;

const openThread = () =>
  new AskedThread<string>({
    built: new URL("./diagram-worker.cjs", import.meta.url),
    source: new URL("./diagram-worker.ts", import.meta.url),
    mostMemory: most.memory,
  });

let idle: NodeJS.Timeout | undefined;

async function draw(source: string): Promise<Drawing> {
  const known = drawings.get(source);
  if (known !== undefined) return known;
  clearTimeout(idle);
  const isNew = thread === undefined;
  const asked = thread ?? openThread();
  thread = asked;
  asked.hold(true);
  let svg: string | undefined;
  let isGivenUp = false;
  try {
    if (isNew) await asked.ask(first, AbortSignal.timeout(most.start));
    svg = await asked.ask<string | undefined>(source, AbortSignal.timeout(most.one));
  } catch {
    // Too long, or too large: the thread is gone, and the next diagram has a new one.
    thread = undefined;
    isGivenUp = true;
    await asked.close();
  }
  const drawing = { svg, isGivenUp };
  drawings.set(source, drawing, source.length + (svg?.length ?? 0));
  if (thread === asked) {
    asked.hold(false);
    idle = setTimeout(() => {
      thread = undefined;
      void asked.close();
    }, most.idle).unref();
  }
  return drawing;
}
