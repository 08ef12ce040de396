import { type Kysely, sql } from "kysely";
import { insertTerms } from "../../../search/sections-rows.ts";
import type { Queries, Row } from "../tables.ts";

const BATCH = 500;

/** Words for spelling; and every section is read again, since more writing systems are folded and stemmed. */
export async function searchWords(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("search_word")
    .addColumn("word", "text", (column) => column.primaryKey())
    .addColumn("length", "integer", (column) => column.notNull())
    .addColumn("backward", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("search_word_beginning").on("search_word").columns(["length", "word"]).execute();
  await schema.createIndex("search_word_end").on("search_word").columns(["length", "backward"]).execute();
  await sql`insert into section_text (section_text) values ('delete-all')`.execute(database);
  const queries = database as unknown as Queries;
  for (let after = -1; ; ) {
    const { rows } = await sql<Row<"section">>`
      select * from section where id > ${after} order by id limit ${BATCH}`.execute(database);
    if (rows.length === 0) return;
    await insertTerms(queries, rows);
    after = rows.at(-1)?.id ?? after;
  }
}
