import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds that other work of the process may be kept waiting by one piece of work. */
const longest = 15;

/** Taken along through long work, so that everything else of the process has its turn again and again. */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  /** Work that is given a signal ends at a turn after it was aborted. */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Asked after each small piece. */
  async pass(): Promise<void> {
    if (this.#isOver()) await this.end();
  }

  /** What work comes to that yields after each small piece. */
  async through<Result>(work: Iterator<unknown, Result>): Promise<Result> {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) return step.value;
      if (this.#isOver()) await this.end();
    }
  }

  /** Asked between two pieces that take long each. */
  async end(): Promise<void> {
    this.#signal?.throwIfAborted();
    await nextTurn();
    this.#since = performance.now();
  }

  #isOver(): boolean {
    return performance.now() - this.#since >= longest;
  }
}
