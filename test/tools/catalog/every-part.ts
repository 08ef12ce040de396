import { expect } from "vitest";
import { estimateTokens } from "../../../src/present/budget.ts";
import { cursorIn } from "./call-tool.ts";

/** The answers of a call and of those that continue it, each within a number of tokens. */
export async function everyPart(
  read: (continued: { readonly cursor?: string }, tokens: number) => Promise<string>,
  tokens: number,
): Promise<string[]> {
  const answers: string[] = [];
  for (let cursor: string | undefined; answers.length === 0 || cursor !== undefined; ) {
    const answer = await read(cursor === undefined ? {} : { cursor }, tokens);
    expect(estimateTokens(answer)).toBeLessThanOrEqual(tokens);
    answers.push(answer);
    cursor = cursorIn(answer);
    expect(answers.length).toBeLessThan(200);
  }
  return answers;
}

/** The first group of a pattern's matches in texts, in order. */
export const foundIn = (texts: readonly string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found ?? ""));
