import { Kysely, sql } from "kysely";
import { openSqlite } from "../../kernel/database/engine/sqlite/connection.ts";
import { migrations, schemaState } from "../../kernel/database/migrations.ts";

/** A row of `sqlite_schema`. */
interface SchemaObject {
  readonly type: "table" | "index" | "trigger" | "view";
  readonly name: string;
  readonly table: string;
  /** Null for an index that belongs to a table's own constraint. */
  readonly text: string | null;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly default: string | null;
  readonly pk: number;
  /** Not 0 for a generated column, or one of a virtual table. */
  readonly hidden: number;
}

interface Table extends SchemaObject {
  readonly columns: readonly Column[];
}

type Objects = ReadonlyMap<string, SchemaObject | Table>;

/** Tables that a backup adds to the data. */
const ofBackups: ReadonlySet<string> = new Set(["backup", "backup_font"]);

/** What the engine makes for itself. */
const isInternal = ({ name, text }: SchemaObject): boolean => name.startsWith("sqlite_") || text === null;

/**
 * What a database has besides, or instead of, what its schema steps make: such parts can change what is read and
 * written. Steps of a later release that only add may have added plain tables, columns and indexes (decision 061). The
 * file is opened without running anything of its schema but the columns of `schema_step`.
 */
export async function findForeignObjects(file: string): Promise<string[]> {
  const opened = await openSqlite(file, "read");
  try {
    const database = new Kysely<unknown>({ dialect: opened.dialect });
    const found = await readObjects(database);
    const active = [...found.values()].filter(({ type }) => type === "trigger" || type === "view");
    if (active.length > 0) return active.map(describe);
    if (!found.has("schema_step")) return [];
    const { rows } = await sql<{ name: string }>`select name from schema_step order by name`.execute(database);
    const state = schemaState(rows.map(({ name }) => name));
    // Whoever reads the steps refuses these.
    if (state.kind !== "known") return [];
    return compare(found, await expectedObjects(state.missing), rows.some(isLater));
  } finally {
    opened.close();
  }
}

const isLater = ({ name }: { readonly name: string }): boolean => /^\d{4}-add-/.test(name) && !(name in migrations);

/** The objects that the steps of this release make, but for those missing, in a database of their own. */
async function expectedObjects(missing: readonly string[]): Promise<Objects> {
  const opened = await openSqlite(":memory:", "alone");
  try {
    const database = new Kysely<unknown>({ dialect: opened.dialect });
    await sql`create table schema_step (name text primary key, applied_at text not null)`.execute(database);
    for (const [name, apply] of Object.entries(migrations)) if (!missing.includes(name)) await apply(database);
    return await readObjects(database);
  } finally {
    opened.close();
  }
}

async function readObjects(database: Kysely<unknown>): Promise<Objects> {
  const { rows } = await sql<SchemaObject>`
    select type, name, tbl_name as "table", sql as text from sqlite_schema order by name`.execute(database);
  const objects = new Map<string, SchemaObject | Table>();
  for (const object of rows) {
    if (isInternal(object) || ofBackups.has(object.name)) continue;
    objects.set(
      object.name,
      object.type === "table" ? { ...object, columns: await readColumns(database, object) } : object,
    );
  }
  return objects;
}

async function readColumns(database: Kysely<unknown>, { name, text }: SchemaObject): Promise<Column[]> {
  // The module of a virtual table would be loaded to list its columns.
  if (isVirtual(text)) return [];
  const { rows } = await sql<Column>`
    select name, type, "notnull", dflt_value as "default", pk, hidden from pragma_table_xinfo(${name})`.execute(
    database,
  );
  return rows;
}

const isVirtual = (text: string | null): boolean => /^\s*create\s+virtual\b/i.test(text ?? "");

function compare(found: Objects, expected: Objects, hasLaterSteps: boolean): string[] {
  const wrong: string[] = [];
  for (const object of found.values()) {
    const own = expected.get(object.name);
    if (own === undefined) {
      if (!(hasLaterSteps && isPlainAddition(object))) wrong.push(describe(object));
    } else if (!isSame(object, own, hasLaterSteps)) wrong.push(`${describe(object)}, which was changed`);
  }
  for (const [name, own] of expected) if (!found.has(name)) wrong.push(`${describe(own)}, which is missing`);
  return wrong;
}

/** Only what cannot run anything: neither expressions, checks nor generated columns. */
function isPlainAddition(object: SchemaObject | Table): boolean {
  if (object.type === "index") {
    return /^create (?:unique )?index \S+ on [^\s(]+ \([\w, ]+\)$/.test(plain(object.text));
  }
  return "columns" in object && !isVirtual(object.text) && hasNoExpression(object);
}

const hasNoExpression = ({ text, columns }: Table): boolean =>
  columns.every(({ hidden }) => hidden === 0) && !/\bcheck ?\(|\bas ?\(|\bgenerated\b/.test(plain(text));

/** Tables of early builds, and those with columns of a later release, are written in other words. */
function isSame(object: SchemaObject | Table, own: SchemaObject | Table, hasLaterSteps: boolean): boolean {
  if (object.type !== own.type) return false;
  if (plain(object.text) === plain(own.text)) return true;
  if (!("columns" in object && "columns" in own) || isVirtual(object.text) || isVirtual(own.text)) return false;
  if (!hasNoExpression(object) || parseTableOptions(object) !== parseTableOptions(own)) return false;
  const others = new Map(object.columns.map((column) => [column.name, JSON.stringify(column)]));
  const hasAll = own.columns.every((column) => others.get(column.name) === JSON.stringify(column));
  return hasAll && (hasLaterSteps || object.columns.length === own.columns.length);
}

/** What a table has besides its columns. */
const parseTableOptions = ({ text }: SchemaObject): string =>
  (
    plain(text).match(/\b(?:autoincrement|without rowid|strict|references|collate \w+|on conflict \w+)\b/g) ?? []
  ).join();

/** Without what makes no difference: quotation marks, letter case and spaces. */
const plain = (text: string | null): string =>
  (text ?? "")
    .toLowerCase()
    .replaceAll(/["`[\]]/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([(),]) ?/g, "$1")
    .replaceAll("(", " (")
    .trim();

function describe({ type, name, table, text }: SchemaObject): string {
  const what = isVirtual(text) ? "virtual table" : type;
  return type === "table" || type === "view"
    ? `the ${what} "${name}"`
    : `the ${what} "${name}" of the table "${table}"`;
}
