import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../../src/platform/kernel/database/database.ts";
import { getEngineWords } from "../../../../src/platform/kernel/database/engine/engine.ts";
import type { Queries } from "../../../../src/platform/kernel/database/tables.ts";

/** Something that a schema has: a table, a column, an index, a constraint or a trigger. */
interface SchemaPart {
  readonly kind: string;
  /** The table it belongs to. */
  readonly owner: string;
  readonly name: string;
  /** Everything the engine says about it. */
  readonly definition: string;
  /** Whether a row that does not know of it can still be inserted. */
  readonly optional: number | boolean;
}

/** Reads every part of a schema. Each engine has its own query. */
export type PartsQuery = RawBuilder<SchemaPart>;

export interface Snapshot {
  readonly parts: readonly SchemaPart[];
  /** By table: its columns and its rows. */
  readonly rows: ReadonlyMap<string, { readonly columns: readonly string[]; readonly rows: readonly unknown[] }>;
}

export const sqliteParts = sql<SchemaPart>`
  with tables as (
    select name from sqlite_schema
    where type = 'table' and name not glob 'sqlite_*' and name not glob 'section_text_*' and name <> 'schema_step'
  )
  select 'table' as kind, name as owner, name, '' as definition, 1 as optional from tables
  union all
  select 'column', tables.name, columns.name,
    columns.type || ' ' || columns."notnull" || ' ' || columns.pk || ' ' || columns.hidden || ' ' || coalesce(columns.dflt_value, '-'),
    columns."notnull" = 0 or columns.dflt_value is not null
  from tables join pragma_table_xinfo(tables.name) as columns
  union all
  select 'index', tables.name, indexes.name,
    indexes."unique" || ' ' || indexes.origin || ' ' || indexes.partial || ' ' || coalesce(stored.sql, ''), not indexes."unique"
  from tables join pragma_index_list(tables.name) as indexes left join sqlite_schema as stored on stored.name = indexes.name
  union all
  select 'foreign key', tables.name, keys."from", keys."table" || ' ' || keys."to", 0
  from tables join pragma_foreign_key_list(tables.name) as keys
  union all
  select type, tbl_name, name, sql, 0 from sqlite_schema where type in ('trigger', 'view')`;

export const postgresParts = sql<SchemaPart>`
  with tables as (
    select oid, relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'schema_step'
  )
  select 'table' as kind, name::text as owner, name::text, '' as definition, true as optional from tables
  union all
  select 'column', table_name, column_name,
    concat_ws(' ', data_type, is_nullable, column_default, collation_name, is_identity, is_generated),
    is_nullable = 'YES' or column_default is not null or is_identity = 'YES'
  from information_schema.columns where table_schema = current_schema() and table_name <> 'schema_step'
  union all
  select 'index', tables.name::text, indexes.indexrelid::regclass::text, pg_get_indexdef(indexes.indexrelid), not indexes.indisunique
  from tables join pg_index as indexes on indexes.indrelid = tables.oid
  union all
  select 'constraint', tables.name::text, conname::text, pg_get_constraintdef(pg_constraint.oid), false
  from tables join pg_constraint on conrelid = tables.oid and contype <> 'n'
  union all
  select 'trigger', tables.name::text, tgname::text, pg_get_triggerdef(pg_trigger.oid), false
  from tables join pg_trigger on tgrelid = tables.oid where not tgisinternal
  union all
  select 'view', viewname::text, viewname::text, definition, false from pg_views where schemaname = current_schema()`;

/** A row in every table, so that a step that changes rows is noticed. */
export async function fillTables(database: Database, parts: PartsQuery): Promise<void> {
  await database.write(async (queries) => {
    const columns = (await parts.execute(queries)).rows.filter(({ kind }) => kind === "column");
    for (const table of await getEngineWords(queries).catalogue.tables(queries)) {
      const values = table.columns.map((name) => {
        const type = columns.find((column) => column.owner === table.name && column.name === name)?.definition ?? "";
        return /^(integer|bigint)/i.test(type) ? 1 : /^(blob|bytea)/i.test(type) ? Buffer.from("x") : "x";
      });
      await sql`insert into ${sql.table(table.name)} (${sql.join(table.columns.map((name) => sql.ref(name)))})
        values (${sql.join(values)})`.execute(queries);
    }
  });
}

export const takeSnapshot = (database: Database, parts: PartsQuery): Promise<Snapshot> =>
  database.read(async (queries) => {
    const rows = new Map<string, { columns: readonly string[]; rows: unknown[] }>();
    for (const { name, columns } of await getEngineWords(queries).catalogue.tables(queries)) {
      rows.set(name, { columns, rows: await rowsOf(queries, name, columns) });
    }
    return { parts: (await parts.execute(queries)).rows, rows };
  });

async function rowsOf(queries: Queries, table: string, columns: readonly string[]): Promise<unknown[]> {
  const found = await sql`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}`.execute(
    queries,
  );
  return found.rows;
}

/** Everything a step did that a process which does not know it could notice. */
export function findMoreThanAdditions(before: Snapshot, after: Snapshot): string[] {
  const keyOf = ({ kind, owner, name }: SchemaPart) => `${kind} ${kind === "table" ? name : `${owner}.${name}`}`;
  const known = new Map(before.parts.map((part) => [keyOf(part), part]));
  const present = new Map(after.parts.map((part) => [keyOf(part), part]));
  const faults: string[] = [];
  for (const [key, { definition }] of known) {
    const now = present.get(key);
    if (now === undefined) faults.push(`${key} is gone`);
    else if (now.definition !== definition) faults.push(`${key} was ${definition} and is ${now.definition}`);
  }
  for (const [key, part] of present) {
    if (known.has(key) || !known.has(`table ${part.owner}`)) continue;
    if (part.kind === "column" || part.kind === "index") {
      if (!part.optional) faults.push(`${key} is new in a table that was there, and not every row satisfies it`);
    } else faults.push(`${key} is new in a table that was there`);
  }
  for (const [table, { columns, rows }] of before.rows) {
    const now = after.rows
      .get(table)
      ?.rows.map((row) => Object.fromEntries(columns.map((name) => [name, (row as Record<string, unknown>)[name]])));
    if (now !== undefined && JSON.stringify(now) !== JSON.stringify(rows)) faults.push(`the rows of ${table} changed`);
  }
  return faults;
}
