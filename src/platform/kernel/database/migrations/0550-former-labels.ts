import type { Kysely } from "kysely";

/** Issue clusters stay known by the labels they had. */
export async function formerLabels({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable("issue_cluster")
    .addColumn("former_labels", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
}
