import type { Context } from "./context.ts";
import type { Queries } from "./database/tables.ts";

/** What is counted by the day. */
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

/** A negative amount takes back what was counted too much. */
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

/** What was asked of services that are not ours, by all processes together. */
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

type Desk = Pick<Context, "queries" | "now">;

/** What all processes on a data folder may ask of a service together, from midnight to midnight, UTC. */
export interface DayLimit {
  readonly what: Spent;
  /** 0 for any amount. */
  readonly most: number;
}

/** `YYYY-MM-DD` of a time. */
export const dayOf = (now: string): string => now.slice(0, 10);

/** When the day of a time is over. ISO 8601, UTC. */
export const endOfDay = (now: string): string =>
  new Date(Date.parse(`${dayOf(now)}T00:00:00Z`) + 24 * 60 * 60_000).toISOString();

/** A time as people read it who are told to wait for it. */
export const momentWords = (time: string): string => `${dayOf(time)} ${time.slice(11, 16)} UTC`;

/** What is left of the day. */
export async function leftToday({ queries, now }: Desk, { what, most }: DayLimit): Promise<number> {
  return most === 0 ? Number.POSITIVE_INFINITY : Math.max(0, most - (await spentOn(queries, what, dayOf(now))));
}

/** Counts what is about to be spent, unless it is more than is left: then returns false. */
export async function spendToday(desk: Desk, limit: DayLimit, amount: number): Promise<boolean> {
  if (amount > (await leftToday(desk, limit))) return false;
  await addSpending(desk.queries, limit.what, dayOf(desk.now), amount);
  return true;
}
