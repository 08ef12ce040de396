import { type AnyOperation, effects } from "../contract/operation.ts";
import { ApiError, type ClientError, NetworkError } from "./errors.ts";
import type { Timing } from "./timing.ts";

const mostAttempts = 4;
/** Milliseconds: bounds of every wait, and the first of the ceilings that double. */
const shortestWait = 100;
const longestWait = 30_000;
const firstCeiling = 500;

const temporaryStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const temporaryFailures: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_SOCKET",
]);
/** Failures that prove on their own that not one byte of a request was sent. */
const unsentFailures: ReadonlySet<string> = new Set(["EAI_AGAIN", "ECONNREFUSED", "ENOTFOUND"]);

/**
 * Repeats attempts of a call while that is safe, useful and fits the time left: a create or a run only when not one
 * byte of it was sent. Rejects with the last attempt's error, or with the signal's reason when it aborts during a wait.
 */
export async function withRetries<Result>(
  operation: AnyOperation,
  attempt: () => Promise<Result>,
  deadline: { readonly remaining: number; readonly signal: AbortSignal },
  timing: Timing,
): Promise<Result> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (number === mostAttempts || !mayRepeat(operation, error)) throw error;
      const asked = error instanceof ApiError ? error.retryAfter : undefined;
      const wait = asked === undefined ? backoff(number, timing.random()) : Math.max(asked * 1000, shortestWait);
      // Compared before the cap: a service that asks for an hour is not tried again after half a minute.
      if (wait >= deadline.remaining) throw error;
      await timing.sleep(Math.min(wait, longestWait), deadline.signal);
    }
  }
}

function mayRepeat(operation: AnyOperation, error: unknown): error is ClientError {
  const { idempotent } = effects[operation.effect];
  if (error instanceof ApiError) return idempotent && temporaryStatuses.has(error.status);
  if (!(error instanceof NetworkError) || error.code === undefined) return false;
  if (idempotent) return temporaryFailures.has(error.code);
  return error.stage === "connect" && unsentFailures.has(error.code);
}

/** Full jitter: anywhere below a ceiling that doubles with each attempt. */
function backoff(number: number, random: number): number {
  return Math.max(shortestWait, random * firstCeiling * 2 ** (number - 1));
}
