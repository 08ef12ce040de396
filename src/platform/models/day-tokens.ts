import type { Context } from "../context.ts";
import { dayOf, endOfDay, momentWords, spendToday } from "../spending/day-limit.ts";
import { addSpending } from "../store/spending.ts";
import { ModelProblem } from "./model-problem.ts";

/** Transactions of whoever asks a model. */
export type Write = <Result>(work: (context: Context) => Promise<Result>) => Promise<Result>;

/** Tells what tokens that were set aside came to. */
export type Settle = (used: number) => Promise<void>;

/**
 * Sets tokens of the day aside for one order, in one small transaction, and puts it right in another. What a process
 * that dies had set aside stays spent. Throws `ModelProblem` when less is left.
 */
export async function takeTokens(write: Write, most: number, tokens: number): Promise<Settle> {
  const day = await write(async (context) => {
    const { now } = context;
    if (most > 0 && tokens > most) throw ModelProblem.neverAffordable(tokens, most);
    if (await spendToday(context, { what: "model-tokens", most }, tokens)) return dayOf(now);
    throw ModelProblem.rationed(momentWords(endOfDay(now)), Date.parse(endOfDay(now)) - Date.parse(now));
  });
  return async (used) => {
    if (used === tokens) return;
    // Too much that is counted is no reason to lose an answer that was paid for.
    await write(({ queries }) => addSpending(queries, "model-tokens", day, used - tokens)).catch(() => {});
  };
}
