import type { ErrorCode } from "../../contract/errors.ts";

/** A refusal the caller is told about. Thrown where it is noticed, rendered at the HTTP boundary alone. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ErrorCode;
  /** Seconds after which it may be tried again, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
