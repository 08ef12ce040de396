import type { Queries, Timestamp } from "../../kernel/database/tables.ts";

/** When the allowance of a user or a site is fully restored; undefined if it is. */
export async function allowanceWholeAt(queries: Queries, asker: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom("question_allowance")
    .select("whole_at")
    .where("user", "=", asker)
    .executeTakeFirst();
  return row?.whole_at;
}

/** Stores that time, and deletes the rows of those whose allowance is restored. */
export async function setAllowance(queries: Queries, asker: string, wholeAt: string, now: string): Promise<void> {
  await queries.deleteFrom("question_allowance").where("whole_at", "<=", now).execute();
  await queries
    .insertInto("question_allowance")
    .values({ user: asker, whole_at: wholeAt })
    .onConflict((conflict) => conflict.column("user").doUpdateSet({ whole_at: wholeAt }))
    .execute();
}

/** Users, and sites whose readers, asked questions recently. */
interface QuestionAllowanceTable {
  /** Id of a user or of a site. */
  user: string;
  /** When their full allowance is available again. */
  whole_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    question_allowance: QuestionAllowanceTable;
  }
}
