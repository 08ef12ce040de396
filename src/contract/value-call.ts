import type { FailureBody } from "./errors.ts";

/** The call of an operation between a caller and a service in one process: what a request would say, as values. */
export interface ValueCall {
  /** Id of the operation. */
  readonly operation: string;
  readonly token: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Every value as its text in a URL. */
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** A plain value that is the service's from now on; undefined where no body is sent. */
  readonly body: unknown;
  /** A revision, without quotation marks. */
  readonly ifMatch: string | undefined;
}

/** The answer to it. A result is a plain value that the service keeps nothing of, or one that is frozen throughout. */
export type ValueAnswer = ValueSuccess | ValueFailure;

interface ValueSuccess {
  readonly status: number;
  readonly result: unknown;
}

export interface ValueFailure {
  readonly status: number;
  readonly error: FailureBody;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

/** Answers calls by values; never rejects. */
export type ValueService = (call: ValueCall, signal: AbortSignal) => Promise<ValueAnswer>;
