import type { Kysely } from "kysely";

/** Git's hashes stand in the addresses of the content. What was known of files is read again at their next import. */
export async function gitHashes(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.dropTable("git_blob").execute();
  await schema
    .createTable("git_blob")
    .addColumn("oid", "text", (column) => column.primaryKey())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("reading", "text")
    .addColumn("used_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("git_blob_used").on("git_blob").columns(["used_at"]).execute();
}
