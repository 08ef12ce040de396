import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../../../../../src/platform/kernel/database/database.ts";
import { openSqlite } from "../../../../../../src/platform/kernel/database/engine/sqlite/connection.ts";
import { migrations } from "../../../../../../src/platform/kernel/database/migrations.ts";

/** The result of the schema steps of builds before the first release, as SQLite stores it, one statement per line. */
const earlyDatabase = readFileSync(join(import.meta.dirname, "early-database.sql"), "utf8")
  .trim()
  .split("\n");

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "copydesk-schema-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function onFile<Result>(path: string, work: (database: Kysely<unknown>) => Promise<Result>): Promise<Result> {
  const opened = await openSqlite(join(path, "copydesk.sqlite"), "write");
  try {
    return await work(new Kysely<unknown>({ dialect: opened.dialect }));
  } finally {
    opened.close();
  }
}

const run = (database: Kysely<unknown>, statement: string) => sql.raw<never>(statement).execute(database);

const makeEarlyDatabase = () =>
  onFile(folder, async (database) => {
    for (const statement of earlyDatabase) await run(database, statement);
    await run(database, "insert into organization (id, title, created_at) values ('o', 'Ships', '2026-01-01')");
    await run(database, "insert into openapi_file values ('v', 0, 'a.yaml', 'yaml', x'00ff', null)");
    await run(database, "insert into section_space (space) values ('s')");
    await run(database, "insert into section values (1, 's', 'p', 0, '', 'Masts', 'Masts', 'Four of them.', 'masts')");
    await run(database, "insert into section_text (rowid, title, body) values (1, 'masts', 'four of them')");
  });

const open = async () => (await openDatabase(folder)).close();

async function rowsOf(table: string): Promise<unknown[]> {
  return onFile(folder, async (database) => (await sql`select * from ${sql.table(table)}`.execute(database)).rows);
}

const stepNames = async () => (await rowsOf("schema_step")).map((row) => (row as { name: string }).name);

/** Every row except those of the steps, including the engine's own tables. */
async function allRows(): Promise<Record<string, unknown[]>> {
  const tables = await onFile(folder, (database) =>
    sql<{ name: string }>`
      select name from sqlite_schema
      where type = 'table' and sql not like 'create virtual%' and name != 'schema_step'`.execute(database),
  );
  return Object.fromEntries(
    await Promise.all(tables.rows.map(async ({ name }) => [name, await rowsOf(name)] as [string, unknown[]])),
  );
}

/** Removes what the engine ignores: quotes, case, blanks, names of keys, and the position of a default. */
const normalised = (statement: string) =>
  statement
    .toLowerCase()
    .replaceAll(/"(\w+)"/g, "$1")
    .replaceAll(/constraint \w+ /g, "")
    .replaceAll(/default (\S+) not null/g, "not null default $1")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\( | (?=[),])/g, (part) => part.trim());

interface SchemaFacts {
  readonly statements: readonly string[];
  /** By table: how the engine interprets its statement. */
  readonly tables: Readonly<Record<string, unknown>>;
}

function schemaFacts(): Promise<SchemaFacts> {
  return onFile(folder, async (database) => {
    const { rows } = await sql<{ type: string; name: string; sql: string | null }>`
      select type, name, sql from sqlite_schema order by name`.execute(database);
    const read = async (pragma: string, name: string) => (await run(database, `pragma ${pragma}("${name}")`)).rows;
    const tables: Record<string, unknown> = {};
    for (const { name } of rows.filter(({ type }) => type === "table")) {
      const indexes = (await read("index_list", name)) as { name: string; seq: number }[];
      tables[name] = {
        columns: await read("table_xinfo", name),
        foreignKeys: await read("foreign_key_list", name),
        indexes: await Promise.all(
          indexes
            .map(({ seq: _seq, ...index }) => index)
            .sort((left, right) => left.name.localeCompare(right.name))
            .map(async (index) => ({ ...index, columns: await read("index_xinfo", index.name) })),
        ),
      };
    }
    return { statements: rows.map(({ name, sql: text }) => `${name}: ${text && normalised(text)}`), tables };
  });
}

describe("a database of a build from before the first release", () => {
  it("has the same tables, columns, keys and indexes as a new one", async () => {
    await makeEarlyDatabase();
    await open();
    const early = await schemaFacts();
    rmSync(join(folder, "copydesk.sqlite"));
    await open();
    const present = await schemaFacts();
    expect(Object.keys(early.tables).length).toBeGreaterThan(50);
    expect(present.statements).toEqual(early.statements);
    expect(present.tables).toEqual(early.tables);
  });

  it("keeps every row when it is opened, and then is at the last step", async () => {
    await makeEarlyDatabase();
    const before = await allRows();
    await open();
    expect(await stepNames()).toEqual(Object.keys(migrations));
    expect(await allRows()).toMatchObject(before);
    await open();
    expect(await stepNames()).toEqual(Object.keys(migrations));
  });

  it("is rejected with the build that applies the rest if it has only some of its steps, and is not changed", async () => {
    await makeEarlyDatabase();
    await onFile(folder, (database) => run(database, "delete from schema_step where name = '0550-former-labels'"));
    const before = await allRows();
    const steps = await stepNames();
    await expect(openDatabase(folder)).rejects.toMatchObject({
      name: "DataFolderError",
      problem: "older_version",
      message: expect.stringMatching(
        /^The data folder \S+ was written by a Copydesk from before the first release and .* Open it once with Copydesk 0\.1\.0 built from commit [0-9a-f]{7}, then with this one\.$/,
      ),
    });
    expect(await stepNames()).toEqual(steps);
    expect(await allRows()).toEqual(before);
  });

  it("is rejected as newer if a later build has written to it", async () => {
    await makeEarlyDatabase();
    await onFile(folder, (database) => run(database, "insert into schema_step values ('9999-later', '2030-01-01')"));
    await expect(openDatabase(folder)).rejects.toMatchObject({ problem: "newer_version" });
  });
});
