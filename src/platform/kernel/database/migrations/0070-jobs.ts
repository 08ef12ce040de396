import type { Kysely } from "kysely";

export async function jobs({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("job")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("lane", "text")
    .addColumn("ordered_at", "text", (column) => column.notNull())
    .addColumn("input", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("due_at", "text", (column) => column.notNull())
    .addColumn("attempts_left", "integer", (column) => column.notNull())
    .addColumn("lease_owner", "text")
    .addColumn("lease_until", "text")
    .addColumn("cancel_requested", "integer", (column) => column.notNull())
    .addColumn("done", "integer", (column) => column.notNull())
    .addColumn("total", "integer")
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("result", "text")
    .addColumn("error", "text")
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("started_at", "text")
    .addColumn("ended_at", "text")
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("job_state").on("job").columns(["state", "due_at"]).execute();
  await schema.createIndex("job_lane").on("job").columns(["lane", "state", "ordered_at"]).execute();
}
