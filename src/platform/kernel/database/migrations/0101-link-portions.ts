import type { Kysely } from "kysely";

export async function linkPortions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("link_portion")
    .addColumn("space", "text", (column) => column.primaryKey())
    .addColumn("root", "text", (column) => column.notNull())
    .addColumn("after", "text", (column) => column.notNull())
    .execute();
}
