import type { Kysely } from "kysely";

export async function searchPaths({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable("section")
    .addColumn("page_path", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
