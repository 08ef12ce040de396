import type { FailureBody } from "./errors.ts";

/** An in-process call of an operation: the contents of a request, as values. */
export interface ValueCall {
  /** Id of the operation. */
  readonly operation: string;
  readonly token: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Every value in the form it has in a URL. */
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** A plain value, owned by the service from then on; undefined if no body is sent. */
  readonly body: unknown;
  /** A revision, without quotation marks. */
  readonly ifMatch: string | undefined;
}

/** The response. A result is a plain value that the service does not retain, or one that is deeply frozen. */
export type ValueResponse = ValueSuccess | ValueFailure;

interface ValueSuccess {
  readonly status: number;
  readonly result: unknown;
}

interface ValueFailure {
  readonly status: number;
  readonly error: FailureBody;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

/**
 * Handles calls by value; its promise never rejects. `signal` aborts when nobody waits any more, and is created when it
 * is first used. `callerSignal` is the signal that the caller passed, if any.
 */
export type ValueService = (
  call: ValueCall,
  signal: () => AbortSignal,
  callerSignal: AbortSignal | undefined,
) => Promise<ValueResponse>;
