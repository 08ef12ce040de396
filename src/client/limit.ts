interface Waiter {
  readonly start: () => void;
}

/** Lets at most `capacity` holders run at once; the others wait in the order they came. */
export class ConcurrencyLimit {
  readonly #capacity: number;
  readonly #waiting = new Set<Waiter>();
  #running = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Runs a task when a place is free. Rejects with the signal's reason when it aborts while waiting. */
  async run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    if (this.#running < this.#capacity) this.#running += 1;
    else await this.#place(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #place(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.delete(waiter);
        reject(signal.reason);
      };
      const waiter = {
        start: () => {
          signal.removeEventListener("abort", abort);
          resolve();
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.add(waiter);
    });
  }

  /** Hands the place to the one who waited longest, so that nobody who comes between can take it. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next.start();
  }
}
