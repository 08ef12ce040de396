import type { ErrorCode } from "../../contract/errors.ts";

/** An error for the caller. Thrown where it is detected, and rendered only at the HTTP boundary. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ErrorCode;
  /** Seconds after which it may be tried again, if known. */
  readonly retryAfter: number | undefined;
  /** Requests per period that were exceeded, if known. */
  readonly limit: number | undefined;

  constructor(code: ErrorCode, message: string, retryAfter?: number, limit?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
    this.limit = limit;
  }
}
