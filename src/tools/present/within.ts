import { estimateTokens, fits, lengthOfCut } from "./budget.ts";

/** What a fence around a text costs, a title of usual length included. */
export const fenceTokens = 90;

/** How many of the blocks, each followed by a line feed, fit into a number of tokens. */
export const countWithin = (blocks: readonly string[], tokens: number): number => takeWithin(blocks, tokens).length;

/** The first of the blocks, as far as they fit. Asks for one more than that and no others. */
export function takeWithin(blocks: Iterable<string>, tokens: number): string[] {
  const taken: string[] = [];
  let spent = 0;
  for (const block of blocks) {
    spent += estimateTokens(block) + 1;
    if (spent > tokens) break;
    taken.push(block);
  }
  return taken;
}

/**
 * Where the part of a text that starts at `start` has to end to cost at most `tokens`: at the best border before that,
 * and never at `start` itself.
 */
export function endWithin(text: string, start: number, end: number, tokens: number): number {
  const part = text.slice(start, end);
  const most = Math.max(1, tokens);
  return fits(part, most) ? end : Math.min(end, start + Math.max(1, lengthOfCut(part, most)));
}
