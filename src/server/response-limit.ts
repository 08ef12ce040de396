/**
 * Maximum size of one answer in UTF-16 units, whatever created it. Answers are limited to `answerTokens`: such text is
 * never longer, since a token represents at most 32 spaces.
 */
export const computeMaxChars = (answerTokens: number): number => 100_000 + 32 * answerTokens;

/** The message for an answer that is too long to send; undefined if it can be sent. */
export async function tooLong(
  texts: readonly string[],
  answerTokens: number,
  outcome: "done" | "failed",
): Promise<string | undefined> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const maxChars = computeMaxChars(answerTokens);
  if (length <= maxChars) return undefined;
  const { errors } = await import("../contract/errors.ts");
  const what = outcome === "done" ? "The request was carried out, but its response" : "It failed, but the error";
  return `${what} is left out: it has ${length} characters, and a response may have ${maxChars}. ${errors.answer_too_large.advice}`;
}
