import { cut, estimateTokens } from "./budget.ts";

/** What a fence around a text costs, a title of usual length included. */
export const fenceTokens = 90;

/** How many of the blocks, each followed by a line feed, fit into a number of tokens. */
export function countWithin(blocks: readonly string[], tokens: number): number {
  let spent = 0;
  for (const [count, block] of blocks.entries()) {
    spent += estimateTokens(block) + 1;
    if (spent > tokens) return count;
  }
  return blocks.length;
}

/**
 * Where the part of a text that starts at `start` has to end to cost at most `tokens`: at the best border before that,
 * and never at `start` itself.
 */
export function endWithin(text: string, start: number, end: number, tokens: number): number {
  const { kept } = cut(text.slice(start, end), Math.max(1, tokens), "");
  return Math.min(end, start + Math.max(1, kept));
}
