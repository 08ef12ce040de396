import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { getEngineWords } from "../../../../src/platform/kernel/database/engine/engine.ts";
import { migrations } from "../../../../src/platform/kernel/database/migrations.ts";
import { start } from "../../../cli/program.ts";
import { buildNextRelease, type NextRelease, nextStep } from "../../../support/next-release.ts";

const steps = Object.keys(migrations);

/** How often each test kills a program. */
const kills = 10;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-migrating-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

interface Place {
  readonly data: string;
  /** Of a database on the server of the tests. */
  readonly url?: string;
}

let databases = 0;

/** A place without tables. A folder of a test on PostgreSQL has a database with tables. */
async function emptyPlace(): Promise<Place> {
  const data = temporaryFolder();
  const server = process.env.TEST_POSTGRES_URL;
  if (server === undefined) return { data };
  databases += 1;
  const name = `of_${process.pid}_migrating_${databases}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { data, url: url.href };
}

function migrate(
  { data, url }: Place,
  variables: Readonly<Record<string, string>> = {},
  build?: string,
  ...more: string[]
) {
  const database = url === undefined ? [] : ["--database", url];
  return start(["migrate", "--data", data, ...database, ...more], variables, build);
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Kills a program some milliseconds after it printed a line, or after it ended. Returns whether the kill ended it. */
async function killAfter(program: ReturnType<typeof migrate>, line: RegExp, milliseconds: number): Promise<boolean> {
  await program.line("stderr", line).catch(() => undefined);
  await wait(milliseconds);
  program.child.kill("SIGKILL");
  return (await program.ended).code === null;
}

/** The columns of every table, by its name. */
async function tablesIn({ data, url }: Place): Promise<Record<string, readonly string[]>> {
  const database = await openDatabase(data, url);
  const tables = await database.read(async (queries) => getEngineWords(queries).catalogue.tables(queries));
  await database.close();
  return Object.fromEntries(tables.map(({ name, columns }) => [name, columns.toSorted()]));
}

describe("copydesk migrate, killed", () => {
  let next: NextRelease;
  beforeAll(async () => {
    next = await buildNextRelease();
  });
  afterAll(() => next?.remove());

  it("while it creates the tables, has created none, and the next run creates all", async () => {
    const whole = await emptyPlace();
    expect((await migrate(whole).ended).code).toBe(0);
    let killed = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const place = await emptyPlace();
      const step = steps[Math.floor((kill * steps.length) / kills)] ?? "";
      if (await killAfter(migrate(place), new RegExp(`: ${step}$`), kill % 3)) killed += 1;
      const again = await migrate(place).ended;
      expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/Ran \d+ schema steps|is up to date/)]);
      expect(await tablesIn(place)).toEqual(await tablesIn(whole));
    }
    expect(killed).toBeGreaterThan(0);
  });

  it("in a step, leaves the database as it was for this release, and the next run of the other finishes", async () => {
    const data = temporaryFolder();
    const place: Place = { data };
    const made = await openDatabase(data);
    await made.write((queries) =>
      sql`insert into setting (name, value) values ('from this release', 'kept')`.execute(queries),
    );
    await made.close();
    const before = await tablesIn(place);
    for (let kill = 0; kill < kills; kill += 1) {
      const delay = 200;
      const program = migrate(place, { STEP_DELAY: String(delay) }, next.program);
      const after = (delay * (kill % 5)) / 5;
      expect(await killAfter(program, /^half of the step has run$/, after)).toBe(true);
      expect(await tablesIn(place)).toEqual(before);
      const listed = await migrate(place, {}, next.program, "--dry-run").ended;
      expect(listed.stdout).toContain(`lacks 1 schema step:\n  ${nextStep}`);
    }
    // Around the end of the step, where either may be right.
    let finished = 0;
    for (let kill = 0; kill < kills && finished === 0; kill += 1) {
      await killAfter(migrate(place, {}, next.program), /^half of the step has run$/, kill);
      const columns = (await tablesIn(place)).change_request ?? [];
      const hasAll = columns.includes("weight");
      expect((await tablesIn(place)).comment?.includes("origin")).toBe(hasAll);
      expect("comment_note" in (await tablesIn(place))).toBe(hasAll);
      if (hasAll) finished += 1;
    }
    const again = await migrate(place, {}, next.program).ended;
    expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/Ran 1 schema step |is up to date/)]);
    const after = await tablesIn(place);
    expect(after.comment).toEqual([...(before.comment ?? []), "origin"].toSorted());
    expect(after.change_request).toEqual([...(before.change_request ?? []), "weight"].toSorted());
    const database = await openDatabase(data);
    const kept = await database.read((queries) =>
      queries.selectFrom("setting").selectAll().where("name", "=", "from this release").execute(),
    );
    await database.close();
    expect(kept).toEqual([{ name: "from this release", value: "kept" }]);
  });
});
