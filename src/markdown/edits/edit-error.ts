/**
 * - `not_found`: the passage or section is not on the page.
 * - `ambiguous`: it is there more than once.
 * - `empty`: there is nothing to look for, or nothing to put in.
 * - `no_change`: the page would stay as it is.
 */
type EditErrorReason = "not_found" | "ambiguous" | "empty" | "no_change";

/** What is wrong with an edit, with the page's text separate from our own. */
export interface EditProblem {
  readonly problem: string;
  /** Text of the page as evidence. */
  readonly fromPage?: string;
  readonly advice?: string;
}

/** Thrown if one edit of a list cannot be made; then none is made. The message says what to send instead. */
export class EditError extends Error {
  override readonly name = "EditError" as const;
  readonly reason: EditErrorReason;
  /** Which edit of the list failed, from 0. */
  readonly index: number;
  readonly problem: EditProblem;

  constructor(reason: EditErrorReason, index: number, problem: string | EditProblem) {
    const parts = typeof problem === "string" ? { problem } : problem;
    super(describeEditProblem(index, parts, parts.fromPage));
    this.reason = reason;
    this.index = index;
    this.problem = parts;
  }
}

/** The message for a problem; `fromPage` is the page's text as shown to the reader. */
export function describeEditProblem(index: number, { problem, advice }: EditProblem, fromPage?: string): string {
  const lines = [`Edit ${index + 1}: ${problem}`, fromPage, advice].filter((line) => line !== undefined);
  return `${lines.join("\n")}${lines.length > 1 ? "\n" : " "}Nothing was changed.`;
}
