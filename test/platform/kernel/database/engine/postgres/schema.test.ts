import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../../../../../src/platform/kernel/database/database.ts";
import type { Database } from "../../../../../../src/platform/kernel/database/engine/engine.ts";
import { openFolder } from "../../../../../../src/platform/kernel/database/engine/sqlite/open.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-schema-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function columnsOf(database: Database, query: RawBuilder<{ column: string }>): Promise<string[]> {
  onTestFinished(() => database.close());
  const { rows } = await database.read((queries) => query.execute(queries));
  return rows.map(({ column }) => column).sort();
}

it("the schema has the same tables and columns as on SQLite, with the same types and nullability", async () => {
  const folder = temporaryFolder();
  const ours = await columnsOf(
    await openFolder(folder),
    sql`
      select tables.name || '.' || columns.name || ' ' || case columns.type when 'INTEGER' then 'bigint' else lower(columns.type) end
        || iif(columns."notnull" or columns.pk, '', '?') as "column"
      from sqlite_schema as tables join pragma_table_info(tables.name) as columns
      where tables.type = 'table' and tables.name not like 'section_text%' and tables.name not like 'sqlite_%'`,
  );
  const theirs = await columnsOf(
    await openDatabase(temporaryFolder()),
    sql`
      select table_name || '.' || column_name || ' ' || case data_type when 'bytea' then 'blob' else data_type end
        || case is_nullable when 'YES' then '?' else '' end as "column"
      from information_schema.columns
      where table_schema = 'public' and column_name <> 'rowid' and table_name <> 'section_text'`,
  );
  expect(theirs.length).toBeGreaterThan(300);
  expect(theirs).toEqual(ours);
});

it("every text is ordered by byte, whatever the collation of the database", async () => {
  const found = await columnsOf(
    await openDatabase(temporaryFolder()),
    sql`
      select table_name || '.' || column_name as "column" from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'
        and table_name <> 'schema_step'`,
  );
  expect(found).toEqual([]);
});
