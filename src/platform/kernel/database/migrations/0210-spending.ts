import type { Kysely } from "kysely";

export async function spending({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("spending")
    .addColumn("what", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("amount", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("spending_key", ["what", "day"])
    .execute();
  await schema
    .createTable("question_allowance")
    .addColumn("user", "text", (column) => column.primaryKey())
    .addColumn("whole_at", "text", (column) => column.notNull())
    .execute();
}
