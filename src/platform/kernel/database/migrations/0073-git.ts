import type { Kysely } from "kysely";

export async function git({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("git_blob")
    .addColumn("oid", "text", (column) => column.primaryKey())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("plain", "integer", (column) => column.notNull())
    .addColumn("reading", "text")
    .execute();
  await schema.createIndex("git_blob_content").on("git_blob").columns(["content"]).execute();
  await schema
    .createTable("git_sync")
    .addColumn("space", "text", (column) => column.primaryKey())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("ref", "text", (column) => column.notNull())
    .addColumn("directory", "text", (column) => column.notNull())
    .addColumn("provider", "text")
    .addColumn("tree_url", "text")
    .addColumn("files_url", "text")
    .addColumn("root", "text")
    .addColumn("commit", "text")
    .addColumn("exported", "integer", (column) => column.notNull())
    .addColumn("summary", "text")
    .addColumn("caused_at", "text")
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
}
