/**
 * - `not_found`: the passage or section is not on the page.
 * - `ambiguous`: it is there more than once.
 * - `empty`: there is nothing to look for, or nothing to put in.
 * - `no_change`: the page would stay as it is.
 */
export type EditErrorReason = "not_found" | "ambiguous" | "empty" | "no_change";

/** Thrown when one edit of a list cannot be made; then none of them is. The message says what to send instead. */
export class EditError extends Error {
  override readonly name = "EditError" as const;
  readonly reason: EditErrorReason;
  /** Which edit of the list failed, from 0. */
  readonly index: number;

  constructor(reason: EditErrorReason, index: number, message: string) {
    super(`Edit ${index + 1}: ${message}${message.includes("\n") ? "\n" : " "}Nothing was changed.`);
    this.reason = reason;
    this.index = index;
  }
}
