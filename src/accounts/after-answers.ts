/** Work that nobody waits for an answer of, so that no answer's time says what it found. */
export class AfterAnswers {
  readonly #running = new Set<Promise<void>>();
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Begins the work when what is at hand is done. */
  run(work: () => Promise<void>): void {
    const begun = new Promise<void>((resolve) => setImmediate(resolve)).then(work).catch(this.#failed);
    this.#running.add(begun);
    void begun.finally(() => this.#running.delete(begun));
  }

  /** Resolves when all that was begun is done. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

/** A time as people read it, from ISO 8601 in UTC. */
export const minuteOf = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;
