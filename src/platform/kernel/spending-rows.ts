import type { Context } from "./context.ts";
import type { Queries } from "./database/tables.ts";

/** What is counted per day. */
export type Spent = "model-tokens" | "translation-characters" | "invitations";

/** `day` as `YYYY-MM-DD`. */
export async function spentOn(queries: Queries, what: Spent, day: string): Promise<number> {
  const row = await queries
    .selectFrom("spending")
    .select("amount")
    .where("what", "=", what)
    .where("day", "=", day)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

/** A negative amount gives back what was counted too much. */
export async function addSpending(queries: Queries, what: Spent, day: string, amount: number): Promise<void> {
  await queries
    .insertInto("spending")
    .values({ what, day, amount })
    .onConflict((conflict) =>
      conflict
        .columns(["what", "day"])
        .doUpdateSet(({ eb, ref }) => ({ amount: eb("spending.amount", "+", ref("excluded.amount")) })),
    )
    .execute();
}

export async function forgetSpending(queries: Queries, before: string): Promise<void> {
  await queries.deleteFrom("spending").where("day", "<", before).execute();
}

/** Usage of external services, by all processes together. */
interface SpendingTable {
  /** A `Spent`. */
  what: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  amount: number;
}

declare module "./database/tables.ts" {
  interface Tables {
    spending: SpendingTable;
  }
}

type SpendingContext = Pick<Context, "queries" | "now">;

/** What all processes on a data folder together may use of a service per day, UTC. */
export interface DayLimit {
  readonly what: Spent;
  /** 0 for no limit. */
  readonly max: number;
}

/** The day of a time, as `YYYY-MM-DD`. */
export const getDay = (now: string): string => now.slice(0, 10);

/** The end of the day of a time. ISO 8601, UTC. */
export const endOfDay = (now: string): string =>
  new Date(Date.parse(`${getDay(now)}T00:00:00Z`) + 24 * 60 * 60_000).toISOString();

/** A time in words for people who have to wait. */
export const momentWords = (time: string): string => `${getDay(time)} ${time.slice(11, 16)} UTC`;

/** The remaining amount for today. */
export async function leftToday({ queries, now }: SpendingContext, { what, max }: DayLimit): Promise<number> {
  return max === 0 ? Number.POSITIVE_INFINITY : Math.max(0, max - (await spentOn(queries, what, getDay(now))));
}

/** Counts an amount about to be spent. Returns false, without counting it, if it exceeds what is left. */
export async function spendToday(context: SpendingContext, limit: DayLimit, amount: number): Promise<boolean> {
  if (amount > (await leftToday(context, limit))) return false;
  await addSpending(context.queries, limit.what, getDay(context.now), amount);
  return true;
}
