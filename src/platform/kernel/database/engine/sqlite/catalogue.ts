import { sql } from "kysely";
import type { AnyRow, Catalogue, TableColumns } from "../catalogue.ts";

export const sqliteCatalogue: Catalogue = {
  async tables(queries) {
    const { rows } = await sql<{ name: string; column: string; type: string }>`
      select tables.name, columns.name as column, columns.type
      from sqlite_schema as tables join pragma_table_info(tables.name) as columns
      where tables.type = 'table' and tables.name <> 'schema_step'
        and tables.name not glob 'sqlite_*' and tables.name not glob 'section_text*'
      order by tables.name, columns.name`.execute(queries);
    const tables = new Map<string, { name: string; columns: string[]; holdsBytes: boolean }>();
    for (const { name, column, type } of rows) {
      const table = tables.get(name) ?? { name, columns: [], holdsBytes: false };
      table.columns.push(column);
      table.holdsBytes ||= type.toLowerCase() === "blob";
      tables.set(name, table);
    }
    return [...tables.values()];
  },

  async *batches(queries, { name, columns }: TableColumns, size) {
    for (let last: number | undefined; ; ) {
      const { rows } = await sql<AnyRow & { readonly "row number": number }>`
        select rowid as "row number", ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
        ${last === undefined ? sql`` : sql`where rowid > ${last}`} order by rowid limit ${size}`.execute(queries);
      if (rows.length === 0) return;
      last = rows.at(-1)?.["row number"];
      yield rows.map(({ "row number": _, ...row }) => row);
    }
  },

  async continueNumbers() {
    // The engine continues after the largest number ever used.
  },
};
