import { setMaxListeners } from "node:events";

/** Longest delay a timer takes, in milliseconds; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** One signal for a call: aborts with the caller's reason, or when the call's time is up. Must be disposed of. */
export class Deadline {
  /** Milliseconds from start to end. */
  readonly duration: number;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #now: () => number;
  readonly #end: number;
  /** Made when it is needed, which is seldom: it remembers a stack. */
  #timeUp: DOMException | undefined;

  constructor(duration: number, caller: AbortSignal | undefined, now: () => number) {
    this.duration = duration;
    this.#now = now;
    this.#end = now() + duration;
    this.#caller = caller;
    this.#timer = setTimeout(this.#expire, Math.min(duration, longestTimer));
    if (caller === undefined) return;
    // Many calls at once may share a caller's signal; Node would warn of a leak from the eleventh on.
    setMaxListeners(0, caller);
    if (caller.aborted) this.#cancel();
    else caller.addEventListener("abort", this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether an error is this deadline's own reason to end the call. */
  ended(error: unknown): boolean {
    return this.#timeUp !== undefined && error === this.#timeUp;
  }

  get remaining(): number {
    return this.#end - this.#now();
  }

  /** Settles as the promise does, or rejects with the signal's reason as soon as it aborts. */
  async race<Result>(promise: Promise<Result>): Promise<Result> {
    const { signal } = this;
    let stop: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    });
    try {
      return await Promise.race([promise, aborted]);
    } finally {
      if (stop !== undefined) signal.removeEventListener("abort", stop);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#cancel);
  }

  readonly #expire = (): void => {
    this.#timeUp = new DOMException("The call's deadline has passed.", "TimeoutError");
    this.#controller.abort(this.#timeUp);
  };

  readonly #cancel = (): void => this.#controller.abort(this.#caller?.reason);
}
