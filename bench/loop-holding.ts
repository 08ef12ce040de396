import { processorTime } from "./processor-time.ts";

/** Milliseconds between two looks at the event loop. */
const resolution = 5;

interface Holding<Result> {
  readonly result: Result;
  /** Milliseconds by the clock, and of the processor. */
  readonly ms: number;
  readonly processor: number;
  /** The longest time that the event loop was held: by the clock or the processor, whichever is less. */
  readonly longest: number;
}

/** Runs work and measures how it holds the event loop of this process. */
export async function holdingOf<Result>(work: () => Promise<Result>): Promise<Holding<Result>> {
  const now = () => ({ clock: performance.now(), processor: processorTime() });
  const started = now();
  let [last, longest] = [started, 0];
  const look = () => {
    const present = now();
    longest = Math.max(longest, Math.min(present.clock - last.clock, present.processor - last.processor));
    last = present;
  };
  const timer = setInterval(look, resolution);
  const result = await work();
  // What holds the loop now is seen at its next turn.
  await new Promise((resolve) => setTimeout(resolve, 2 * resolution));
  look();
  clearInterval(timer);
  const ended = now();
  return { result, ms: ended.clock - started.clock, processor: ended.processor - started.processor, longest };
}
