import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "../../../../src/platform/kernel/database/database.ts";

const platform = resolve(import.meta.dirname, "../../../../src/platform");

const sources = readdirSync(platform, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts"))
  .sort()
  .map((file) => ({
    file,
    feature: featureOf(file),
    text: readFileSync(join(platform, file), "utf8"),
  }));

const holdsRows = (file: string) => /(?:^|[/-])rows\.ts$/.test(file) || file.startsWith("kernel/database/");

interface DeclaredTable {
  readonly name: string;
  readonly feature: string;
  /** `name`, or `name?` for a nullable one; sorted. */
  readonly columns: readonly string[];
}

/** The kernel is one; elsewhere the folder of a domain, or a folder in it. */
function featureOf(file: string): string {
  const folders = file.split("/").slice(0, -1);
  return folders.slice(0, folders[0] === "kernel" ? 1 : 2).join("/");
}

/** The tables that files add to `Tables`, with the members of their row types. */
const declared = sources
  .filter(({ file }) => holdsRows(file))
  .flatMap(({ feature, text }): DeclaredTable[] => {
    const types = new Map<string, readonly string[]>();
    for (const [, name = "", base = "", body = ""] of text.matchAll(
      /^(?:export )?interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}/gms,
    )) {
      const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+): ([^;]+);/gm)];
      const own = members.map(([, member, type = ""]) => `${member}${/\bnull\b/.test(type) ? "?" : ""}`);
      types.set(name, [...(types.get(base) ?? []), ...own]);
    }
    const [, entries = ""] = /^ *(?:export )?interface Tables \{\n(.*?)^ *\}/ms.exec(text) ?? [];
    return [...entries.matchAll(/(\w+): (\w+);/g)].map(([, name = "", type = ""]) => ({
      name,
      feature,
      columns: [...(types.get(type) ?? [])].sort(),
    }));
  });

it("every table has one row type, with the same columns and nullability as the schema", async () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-tables-"));
  const database = await openDatabase(folder);
  const { rows } = await database.read((queries) =>
    sql<{ table: string; column: string }>`
      select tables.name as "table", columns.name || iif(columns."notnull" or columns.pk, '', '?') as "column"
      from sqlite_schema as tables join pragma_table_info(tables.name) as columns
      where tables.type = 'table' and tables.name != 'schema_step'
        and tables.name not like 'section_text%' and tables.name not like 'sqlite_%'`.execute(queries),
  );
  await database.close();
  rmSync(folder, { recursive: true });
  const schema: Record<string, string[]> = {};
  for (const { table, column } of rows) schema[table] = [...(schema[table] ?? []), column].sort();
  expect(declared.map(({ name }) => name).sort()).toEqual(Object.keys(schema).sort());
  expect(Object.fromEntries(declared.map(({ name, columns }) => [name, columns]))).toEqual(schema);
});

it("queries are built only in files of rows", () => {
  const building = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|executeQuery)\(|from "kysely"/;
  const found = sources.filter(({ file, text }) => !holdsRows(file) && building.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
  expect(sources.filter(({ text }) => building.test(text)).length).toBeGreaterThan(30);
});

it("rows are written by the feature whose table they are in", () => {
  const features = new Map(declared.map(({ name, feature }) => [name, feature]));
  const writing = /(?:\b(?:insertInto|updateTable|deleteFrom)\(\s*"|\b(?:insert into|delete from|update) )(\w+)/g;
  const strangers = sources
    .filter(({ file }) => holdsRows(file) && !file.startsWith("kernel/database/migrations/"))
    .flatMap(({ file, feature, text }) =>
      [...text.matchAll(writing)]
        .map(([, table = ""]) => table)
        .filter((table) => (features.get(table) ?? feature) !== feature)
        .map((table) => `${file} writes ${table}`),
    );
  // Which jobs may be removed or restarted depends on what still refers to them, which is one query about several
  // features.
  expect([...new Set(strangers)]).toEqual(["operations/upkeep/rows.ts writes job"]);
});
