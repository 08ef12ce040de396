/** Work that runs after the response, so that response times reveal nothing about its outcome. */
export class DeferredWork {
  readonly #running = new Set<Promise<void>>();
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Starts the work after the current task. */
  run(work: () => Promise<void>): void {
    const begun = new Promise<void>((resolve) => setImmediate(resolve)).then(work).catch(this.#failed);
    this.#running.add(begun);
    void begun.finally(() => this.#running.delete(begun));
  }

  /** Resolves when all started work is done. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

/** A timestamp for people, from ISO 8601 in UTC. */
export const formatMinute = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;
