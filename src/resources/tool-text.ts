import { plainJson } from "../client/excerpt.ts";

/** What the line above a tool's answer costs. */
const headTokens = 80;

/** What a tool answers, with the call that gives it again and goes on where it was cut. */
export async function toolText(
  call: { readonly tool: string; readonly arguments: Readonly<Record<string, string>> },
  answerTokens: number,
  answer: (tokens: number) => Promise<string>,
): Promise<string> {
  const { tool, arguments: given } = call;
  return `${tool} ${plainJson(given)} answers:\n${await answer(answerTokens - headTokens)}`;
}
