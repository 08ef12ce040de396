import type { Kysely } from "kysely";

export async function imports({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("upload")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("user", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("data", "blob", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("upload_expiry").on("upload").columns(["expires_at"]).execute();
  await schema
    .createTable("import_run")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("space", "text", (column) => column.notNull())
    .addColumn("change_request", "text")
    .addColumn("page", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("job", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("import_run_organization")
    .on("import_run")
    .columns(["organization", "created_at", "id"])
    .execute();
}
