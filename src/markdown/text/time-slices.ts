/** Milliseconds for which all long work of a process may keep its other work waiting. */
const maxSliceMs = 15;

/** When the present slice began. */
let sliceStart: number | undefined;

/** Who waits for a slice, first come first. */
const waiting: (() => void)[] = [];

/**
 * Passed along through long computations, so that other work of the process runs regularly. All of them share one slice
 * of each turn of the event loop: twenty at once hold it no longer than one does.
 */
export class TimeSlices {
  readonly #signal: AbortSignal | undefined;

  /** With a signal, the work ends at the first turn after it aborts. */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
    isSliceOver();
  }

  /** Call after each small step. */
  async yieldIfDue(): Promise<void> {
    if (isSliceOver()) await this.endSlice();
  }

  /** The result of work that yields after each small step. */
  async run<Result>(work: Iterator<unknown, Result>): Promise<Result> {
    for (;;) {
      if (isSliceOver()) await this.endSlice();
      const step = work.next();
      if (step.done === true) return step.value;
    }
  }

  /** Call between two long steps. */
  async endSlice(): Promise<void> {
    this.#signal?.throwIfAborted();
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(resumeNext);
    });
    this.#signal?.throwIfAborted();
  }
}

/** Gives the first who waits a slice. */
function resumeNext(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(resumeNext);
  beginSlice();
  resume?.();
}

function isSliceOver(): boolean {
  if (sliceStart === undefined) beginSlice();
  return performance.now() - (sliceStart ?? 0) >= maxSliceMs;
}

function beginSlice(): void {
  const start = performance.now();
  sliceStart = start;
  // In the next turn of the event loop, whoever comes first begins another.
  setImmediate(() => {
    if (sliceStart === start) sliceStart = undefined;
  });
}
