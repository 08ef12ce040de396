/**
 * UTF-16 units of one answer, whatever made it. Answers are made to cost `answerTokens`: text that costs so much is
 * never longer, since a token stands for 32 spaces at most.
 */
export const mostCharacters = (answerTokens: number): number => 100_000 + 32 * answerTokens;

/** What to tell of an answer that is not sent because it is too long; undefined for one that is sent. */
export async function tooLong(
  texts: readonly string[],
  answerTokens: number,
  outcome: "done" | "failed",
): Promise<string | undefined> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const most = mostCharacters(answerTokens);
  if (length <= most) return undefined;
  const { errors } = await import("../contract/errors.ts");
  const what = outcome === "done" ? "What was asked was done, and its answer" : "It failed, and what is told of that";
  return `${what} is left out: it has ${length} characters, and one answer may have ${most}. ${errors.answer_too_large.advice}`;
}
