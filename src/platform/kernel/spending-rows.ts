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
