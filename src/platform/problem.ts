import type { ErrorCode } from "../contract/errors.ts";

/** A refusal the caller is told about. Thrown where it is noticed, rendered at the HTTP boundary alone. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
