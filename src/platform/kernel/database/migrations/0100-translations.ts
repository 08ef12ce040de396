import type { Kysely } from "kysely";

export async function translations({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("glossary_entry")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("translations", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("glossary_entry_organization")
    .on("glossary_entry")
    .columns(["organization", "created_at", "id"])
    .execute();
  let table = schema.createTable("translation").addColumn("id", "text", (column) => column.primaryKey());
  for (const name of ["organization", "source_space", "source_language", "language", "instructions"]) {
    table = table.addColumn(name, "text", (column) => column.notNull());
  }
  for (const name of [
    ...["target_space", "change_request", "revision", "source_root", "base_root"],
    ...["taken_source_root", "taken_base_root", "terms", "run_root", "run_started_at", "job"],
  ]) {
    table = table.addColumn(name, "text");
  }
  for (const name of ["runs", "total_words", "total_duration", "latest_words", "latest_duration"]) {
    table = table.addColumn(name, "integer", (column) => column.notNull());
  }
  for (const name of ["created_by", "created_at", "updated_at"]) {
    table = table.addColumn(name, "text", (column) => column.notNull());
  }
  await table.execute();
  await schema
    .createIndex("translation_organization")
    .on("translation")
    .columns(["organization", "created_at", "id"])
    .execute();
  await schema.createIndex("translation_source").on("translation").columns(["source_space"]).execute();
  await schema
    .createTable("translation_memory")
    .addColumn("translation", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("translation_memory_key", ["translation", "key"])
    .execute();
  await schema
    .createTable("translation_task")
    .addColumn("translation", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("segment", "text", (column) => column.notNull())
    .addColumn("terms", "text", (column) => column.notNull())
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("problem", "text")
    .addPrimaryKeyConstraint("translation_task_position", ["translation", "position"])
    .execute();
  await schema.createIndex("translation_task_key").on("translation_task").columns(["translation", "key"]).execute();
  await schema
    .createTable("translation_page")
    .addColumn("translation", "text", (column) => column.notNull())
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("run", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("translation_page_page", ["translation", "page"])
    .execute();
}
