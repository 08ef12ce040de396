import { type Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import type { Database } from "../../../../src/platform/kernel/database/database.ts";
import {
  describeStep,
  type MigrationOptions,
  migrations,
  type SchemaSteps,
} from "../../../../src/platform/kernel/database/migrations.ts";
import { fillTables, findMoreThanAdditions, type PartsQuery, type Snapshot, takeSnapshot } from "./step-check.ts";

/** Opens a database that is the same one for each name, and empty at first. */
type Open = (name: string, options: MigrationOptions) => Promise<Database>;

/** The steps of 0.1.0, the first release, whose names say nothing because no release knows only some of them. */
const lastUnnamedStep = "0018-acts";

const statements =
  (...texts: readonly string[]) =>
  async (database: Kysely<unknown>) => {
    for (const text of texts) await sql.raw(text).execute(database);
  };

/** What a step did to the database, which has the steps before it and a row in every table. */
async function faultsOf(
  open: () => Promise<Database>,
  was: Snapshot,
  parts: PartsQuery,
): Promise<[string[], Snapshot]> {
  const migrated = await open();
  const is = await takeSnapshot(migrated, parts);
  await migrated.close();
  return [findMoreThanAdditions(was, is), is];
}

async function makeFilled(open: () => Promise<Database>, parts: PartsQuery): Promise<Snapshot> {
  const database = await open();
  await fillTables(database, parts);
  const filled = await takeSnapshot(database, parts);
  await database.close();
  expect(filled.parts.length).toBeGreaterThan(400);
  return filled;
}

const steps: readonly (readonly [what: string, texts: readonly string[], fault: RegExp])[] = [
  ["drops a column", ["alter table comment drop column body"], /^column comment\.body is gone$/],
  ["drops a table", ["drop table page_feedback"], /^table page_feedback is gone$/],
  ["renames a column", ["alter table act rename column tool to what"], /^column act\.tool is gone$/],
  ["drops an index", ["drop index act_space"], /^index act\.act_space is gone$/],
  [
    "makes an index unique",
    ["drop index act_at", "create unique index act_at on act (at)"],
    /^index act\.act_at was .* and is /,
  ],
  ["adds a unique index", ["create unique index act_once on act (at)"], /^index act\.act_once is new in a table/],
  ["changes rows", ["update setting set value = 'y'"], /^the rows of setting changed$/],
  ["adds rows", ["insert into setting (name, value) values ('n', 'v')"], /^the rows of setting changed$/],
];

/** The same on each engine. */
export function testAdditiveSteps(open: Open, parts: PartsQuery): void {
  const all = Object.entries(migrations);
  const later = Object.keys(migrations).filter((name) => name > lastUnnamedStep);

  it.each(later)("the name of step %s says which releases can use the database afterwards", (name) => {
    const { onlyAdds, oldestRelease } = describeStep(name);
    expect(onlyAdds || oldestRelease !== undefined).toBe(true);
  });

  it("every step whose name says so only adds", async () => {
    const first = later.find((name) => describeStep(name).onlyAdds) ?? "";
    const upTo = (last: number) => Object.fromEntries(all.slice(0, last));
    const start = Object.keys(migrations).indexOf(first);
    let was = await makeFilled(() => open("own steps", { steps: upTo(start) }), parts);
    for (let at = start; at < all.length; at += 1) {
      const [faults, is] = await faultsOf(() => open("own steps", { steps: upTo(at + 1) }), was, parts);
      const [name = ""] = all[at] ?? [];
      expect([name, describeStep(name).onlyAdds ? faults : []]).toEqual([name, []]);
      was = is;
    }
  });

  it("a step that does more is recognized", async () => {
    let known: SchemaSteps = migrations;
    let was = await makeFilled(() => open("other steps", { steps: known }), parts);
    for (const [at, [what, texts, fault]] of steps.entries()) {
      known = { ...known, [`900${at}-add-what-${what.replaceAll(" ", "-")}`]: statements(...texts) };
      const [faults, is] = await faultsOf(() => open("other steps", { steps: known }), was, parts);
      expect(faults, what).toContainEqual(expect.stringMatching(fault));
      was = is;
    }
    const addition = statements(
      "create table note (id text primary key, body text not null unique)",
      "alter table comment add column origin text",
      "alter table act add column weight integer not null default 1",
      "create index comment_origin on comment (origin)",
    );
    const [faults] = await faultsOf(
      () => open("other steps", { steps: { ...known, "9100-add-notes": addition } }),
      was,
      parts,
    );
    expect(faults).toEqual([]);
  });
}
