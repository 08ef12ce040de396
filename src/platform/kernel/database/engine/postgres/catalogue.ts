import { sql } from "kysely";
import type { AnyRow, Catalogue, TableColumns } from "../catalogue.ts";

/** Numbers the rows of some tables, as SQLite does for all tables. */
const rowNumber = "rowid";

const cursor = sql.id("copied_rows");

export const postgresCatalogue: Catalogue = {
  async tables(queries) {
    const { rows } = await sql<{ name: string; columns: string[]; bytes: number }>`
      select table_name as name, array_agg(column_name::text order by column_name::text collate "C") as columns,
        count(*) filter (where data_type = 'bytea') as bytes
      from information_schema.columns
      where table_schema = current_schema() and column_name <> ${rowNumber}
        and table_name not in ('schema_step', 'section_text')
      group by table_name order by table_name collate "C"`.execute(queries);
    return rows.map(({ name, columns, bytes }) => ({ name, columns, holdsBytes: bytes > 0 }));
  },

  async *batches(queries, { name, columns }: TableColumns, size) {
    const { rows: numbered } = await sql`
      select 1 from information_schema.columns
      where table_schema = current_schema() and table_name = ${name} and column_name = ${rowNumber}`.execute(queries);
    await sql`declare ${cursor} no scroll cursor for
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
      ${numbered.length > 0 ? sql`order by ${sql.ref(rowNumber)}` : sql``}`.execute(queries);
    for (;;) {
      const { rows } = await sql<AnyRow>`fetch forward ${sql.lit(size)} from ${cursor}`.execute(queries);
      if (rows.length === 0) break;
      yield rows;
    }
    await sql`close ${cursor}`.execute(queries);
  },

  async continueNumbers(queries) {
    await sql`
      select setval(pg_get_serial_sequence('section_space', 'number'), max(number)) from section_space
      having max(number) is not null`.execute(queries);
  },
};
