import type { Kysely } from "kysely";

export async function links({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("page_link")
    .addColumn("space", "text", (column) => column.notNull())
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("relation", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("href", "text", (column) => column.notNull())
    .addColumn("anchor", "text", (column) => column.notNull())
    .addColumn("by_source", "text")
    .addColumn("by_path", "text")
    .addPrimaryKeyConstraint("page_link_key", ["space", "page", "position"])
    .execute();
  const index = (name: string, columns: readonly ("target" | "relation" | "status" | "by_source" | "by_path")[]) =>
    schema
      .createIndex(name)
      .on("page_link")
      .columns(["space", ...columns]);
  await index("page_link_target", ["target", "relation"]).execute();
  await index("page_link_status", ["status", "target", "relation"]).execute();
  await index("page_link_source", ["by_source"]).where("by_source", "is not", null).execute();
  await index("page_link_path", ["by_path"]).where("by_path", "is not", null).execute();
  await schema
    .createTable("link_index")
    .addColumn("space", "text", (column) => column.primaryKey())
    .addColumn("root", "text", (column) => column.notNull())
    .addColumn("total", "integer", (column) => column.notNull())
    .addColumn("broken", "integer", (column) => column.notNull())
    .execute();
}
