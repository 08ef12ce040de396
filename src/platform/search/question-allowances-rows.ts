import type { Queries, Timestamp } from "../kernel/database/tables.ts";

/** When a user has the whole allowance again; undefined for who has it. */
export async function allowanceWholeAt(queries: Queries, user: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom("question_allowance")
    .select("whole_at")
    .where("user", "=", user)
    .executeTakeFirst();
  return row?.whole_at;
}

/** Notes it, and forgets who has the whole allowance by now. */
export async function setAllowance(queries: Queries, user: string, wholeAt: string, now: string): Promise<void> {
  await queries.deleteFrom("question_allowance").where("whole_at", "<=", now).execute();
  await queries
    .insertInto("question_allowance")
    .values({ user, whole_at: wholeAt })
    .onConflict((conflict) => conflict.column("user").doUpdateSet({ whole_at: wholeAt }))
    .execute();
}

/** Users who asked questions a moment ago. */
interface QuestionAllowanceTable {
  user: string;
  /** When they may ask as many at once again as anybody. */
  whole_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    question_allowance: QuestionAllowanceTable;
  }
}
