import type { Kysely } from "kysely";

/** Who translated what, and what was sent for it. What was kept before was given by callers. */
export async function translationMakers({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable("translation_memory")
    .addColumn("maker", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await schema
    .createTable("translation_share")
    .addColumn("translation", "text", (column) => column.notNull())
    .addColumn("run", "integer", (column) => column.notNull())
    .addColumn("maker", "text", (column) => column.notNull())
    .addColumn("segments", "integer", (column) => column.notNull())
    .addColumn("characters", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("translation_share_maker", ["translation", "run", "maker"])
    .execute();
}
