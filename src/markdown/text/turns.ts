import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds for which one piece of work may keep other work of the process waiting. */
const longest = 15;

/** Passed along through long computations, so that other work of the process runs regularly. */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  /** With a signal, the work ends at the first turn after it aborts. */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Call after each small step. */
  async pass(): Promise<void> {
    if (this.#isOver()) await this.end();
  }

  /** The result of work that yields after each small step. */
  async through<Result>(work: Iterator<unknown, Result>): Promise<Result> {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) return step.value;
      if (this.#isOver()) await this.end();
    }
  }

  /** Call between two long steps. */
  async end(): Promise<void> {
    this.#signal?.throwIfAborted();
    await nextTurn();
    this.#since = performance.now();
  }

  #isOver(): boolean {
    return performance.now() - this.#since >= longest;
  }
}
