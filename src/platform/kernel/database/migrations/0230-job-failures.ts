import type { Kysely } from "kysely";

export async function jobFailures({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable("job")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
