/** Milliseconds from the start of the process to the first look, and between looks. */
const first = 60_000;
const every = 60 * 60_000;

/** Has something done now and then while the process lives. Holds no process open. */
export class Upkeep {
  readonly #work: () => Promise<void>;
  readonly #log: (line: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(work: () => Promise<void>, log: (line: string) => void) {
    this.#work = work;
    this.#log = log;
  }

  start(): void {
    this.#wait(first);
  }

  /** Resolves when nothing is being done any more. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(time: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#work()
        .catch((error: unknown) => this.#log(`What is no longer needed could not be removed: ${String(error)}`))
        .then(() => this.#wait(every));
    }, time).unref();
  }
}
