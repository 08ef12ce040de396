import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** Terms of a glossary by their language, in rows that can be listed in order. */
export async function glossaryTerms(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("glossary_term")
    .addColumn("entry", "text", (column) => column.notNull())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("sort_key", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("glossary_term_entry", ["entry", "language"])
    .execute();
  await schema
    .createIndex("glossary_term_order")
    .on("glossary_term")
    .columns(["organization", "language", "sort_key", "entry"])
    .execute();
  const tables = database as Kysely<Tables>;
  for (const { id, organization, translations } of await tables.selectFrom("glossary_entry").selectAll().execute()) {
    for (const [language, term] of Object.entries(JSON.parse(translations) as Record<string, string>)) {
      const row = { entry: id, organization, language, sort_key: term.toLowerCase() };
      if (term !== "") await tables.insertInto("glossary_term").values(row).execute();
    }
  }
}
