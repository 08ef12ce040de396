import type { Kysely } from "kysely";

export async function organizationSettings({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable("organization")
    .addColumn("settings", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
}
