import { type Kysely, sql } from "kysely";

export async function search(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("section")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("space", "text", (column) => column.notNull())
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("anchor", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("page_title", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("section_page").on("section").columns(["space", "page"]).execute();
  await schema
    .createTable("section_space")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("space", "text", (column) => column.notNull().unique())
    .execute();
  // Terms arrive analysed, so the tokenizer only cuts at spaces: beyond letters and digits, terms hold "." and "~".
  await sql`CREATE VIRTUAL TABLE section_text USING fts5(title, page, salient, body, content='', contentless_delete=1, tokenize="ascii tokenchars '.~'")`.execute(
    database,
  );
}
