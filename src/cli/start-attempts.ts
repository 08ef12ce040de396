import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../server/log.ts";

/** Milliseconds for which a start waits for a database or a bucket that does not respond. */
const startPatience = 60_000;

/** Milliseconds before each further attempt. */
const pause = 1_000;

interface StartAttemptsOptions {
  readonly log: Log;
  /** Aborts when the process is asked to stop. */
  readonly stop: AbortSignal;
  /** Called with each failure that is waited for. */
  readonly onDelay: () => void;
  readonly patience?: number;
}

/** Runs the steps of a start, each again while the services that it needs do not respond, for a limited time. */
export class StartAttempts {
  readonly #options: StartAttemptsOptions;
  readonly #giveUp: number;
  readonly #patience: number;
  #lastReported: string | undefined;

  constructor(options: StartAttemptsOptions) {
    this.#options = options;
    this.#patience = options.patience ?? startPatience;
    this.#giveUp = performance.now() + this.#patience;
  }

  /** `step` may run again after it failed half-way. Rejects at once when the process is asked to stop. */
  async run<Result>(step: () => Promise<Result>): Promise<Result> {
    const { stop, onDelay } = this.#options;
    for (;;) {
      try {
        return await beforeStop(step(), stop);
      } catch (error) {
        if (stop.aborted || !isTemporary(error) || performance.now() >= this.#giveUp) throw error;
        this.#tell(error.message);
        onDelay();
      }
      await sleep(pause, undefined, { signal: stop });
    }
  }

  #tell(message: string): void {
    if (message === this.#lastReported) return;
    this.#lastReported = message;
    this.#options.log("warn", `${message} The start waits for up to ${this.#patience / 1000} s.`);
  }
}

/** Whether the database server or the bucket did not respond, also by way of the API. */
function isTemporary(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error.name === "DatabaseServerError" || error.name === "ObjectStorageError") {
    return "problem" in error && /^(unreachable|busy|outcome_unknown)$/.test(String(error.problem));
  }
  return error.name === "ApiError" && "status" in error && error.status === 503;
}

async function beforeStop<Result>(work: Promise<Result>, stop: AbortSignal): Promise<Result> {
  stop.throwIfAborted();
  let onStop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    onStop = () => reject(stop.reason);
    stop.addEventListener("abort", onStop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    stop.removeEventListener("abort", onStop);
  }
}
