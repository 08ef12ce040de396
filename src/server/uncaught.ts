import type { Log } from "./log.ts";

/** Milliseconds to answer waiting callers and record jobs before the process ends regardless. */
const patience = 2_000;

/** The error for calls that were running. */
export const endedByFault =
  "The server had an unexpected error and is restarting or has stopped. It is not known whether this call took effect: check before you repeat it.";

export interface Uncaught {
  /** Runs after an uncaught error, before the process ends. Errors it throws are logged. */
  beforeEnd(work: () => unknown): void;
}

/**
 * Ends the process after an uncaught error, since its state can no longer be trusted. The error is logged first,
 * with its stack; the exit code is 1.
 */
export function endWhenUncaught(log: Log): Uncaught {
  const works: (() => unknown)[] = [];
  let ending = false;
  const tell = (what: string, error: unknown) =>
    log("error", `${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const end = () => process.exit(1);
  process.on("uncaughtException", (error, origin) => {
    tell(
      origin === "unhandledRejection" ? "Unhandled rejection, the process ends" : "Uncaught error, the process ends",
      error,
    );
    if (ending) return;
    ending = true;
    setTimeout(end, patience);
    const all = works.map(async (work) => work());
    void Promise.all(all.map((done) => done.catch((failure: unknown) => tell("While ending", failure)))).then(end);
  });
  return { beforeEnd: (work) => void works.push(work) };
}
