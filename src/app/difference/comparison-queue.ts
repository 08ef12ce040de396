import { Problem } from "../../platform/kernel/problem.ts";

/** Comparisons at once: of one person, and of all. */
const maxRunning = { person: 2, all: 4 };

/** Requests of one person that wait. */
const maxWaiting = 30;

interface Waiting {
  readonly person: string;
  start(): void;
}

/**
 * Limits the comparisons of long pages at once: each holds both versions of its pages in memory. Others wait, first come
 * first, but nobody waits for the second request of somebody else whose limit is reached.
 */
export class ComparisonQueue {
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  /** Runs the work when it is its turn. Aborting `signal` ends the wait. */
  async run<Result>(person: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#admit(person, signal);
    try {
      return await work();
    } finally {
      const left = this.#count(person) - 1;
      if (left === 0) this.#running.delete(person);
      else this.#running.set(person, left);
      this.#startNext();
    }
  }

  async #admit(person: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#mayStart(person)) {
      this.#running.set(person, this.#count(person) + 1);
      return;
    }
    if (this.#waiting.filter((other) => other.person === person).length >= maxWaiting) {
      throw new Problem("too_many_requests", "Too many comparisons are waiting. Try again when some are shown.");
    }
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        person,
        start: () => {
          signal.removeEventListener("abort", stop);
          this.#running.set(person, this.#count(person) + 1);
          resolve();
        },
      };
      this.#waiting.push(waiting);
      signal.addEventListener("abort", stop, { once: true });
    });
  }

  #startNext(): void {
    const at = this.#waiting.findIndex(({ person }) => this.#mayStart(person));
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.start();
  }

  #mayStart(person: string): boolean {
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    return all < maxRunning.all && this.#count(person) < maxRunning.person;
  }

  #count(person: string): number {
    return this.#running.get(person) ?? 0;
  }
}
