import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import packageFile from "../../../../package.json" with { type: "json" };
import { openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { getEngineWords } from "../../../../src/platform/kernel/database/engine/engine.ts";
import { migrations, type SchemaSteps, schemaState } from "../../../../src/platform/kernel/database/migrations.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-steps-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const addTable = (name: string) => async (database: Kysely<unknown>) => {
  await sql.raw(`create table ${name} (id text primary key)`).execute(database);
};

async function stepsRun(steps: SchemaSteps): Promise<string[]> {
  const run: string[] = [];
  const onStep = (name: string, number: number, total: number) => run.push(`${number}/${total} ${name}`);
  await (await openDatabase(folder, undefined, { steps: { ...migrations, ...steps }, onStep })).close();
  return run;
}

async function noteStep(name: string): Promise<void> {
  const database = await openDatabase(folder);
  await database.write((queries) =>
    sql`insert into schema_step (name, applied_at) values (${name}, '2030-01-01T00:00:00.000Z')`.execute(queries),
  );
  await database.close();
}

async function laterTables(): Promise<string[]> {
  const database = await openDatabase(folder);
  const tables = await database.read((queries) => getEngineWords(queries).catalogue.tables(queries));
  await database.close();
  return tables.map(({ name }) => name).filter((name) => name.startsWith("later_"));
}

describe("schema steps", () => {
  it("run if they are missing, even if a later one has run before", async () => {
    const second = { "9002-add-second": addTable("later_second") };
    expect((await stepsRun(second)).at(-1)).toMatch(/^(\d+)\/\1 9002-add-second$/);
    const both = { "9001-add-first": addTable("later_first"), ...second };
    expect(await stepsRun(both)).toEqual(["1/1 9001-add-first"]);
    expect(await stepsRun(both)).toEqual([]);
    expect(await stepsRun(second)).toEqual([]);
    expect(await laterTables()).toEqual(["later_first", "later_second"]);
  });

  it("run once if two processes open the database at the same time", async () => {
    await stepsRun({});
    const steps = { "9001-add-first": addTable("later_first"), "9002-add-second": addTable("later_second") };
    const runs = await Promise.all([stepsRun(steps), stepsRun(steps), stepsRun(steps)]);
    expect(runs.flat()).toEqual(["1/2 9001-add-first", "2/2 9002-add-second"]);
  });

  it("all run or none: one that fails undoes those before it", async () => {
    await stepsRun({});
    const fails = async () => Promise.reject(new Error("The step failed."));
    const steps = { "9001-add-first": addTable("later_first"), "9002-add-second": fails };
    await expect(stepsRun(steps)).rejects.toThrow("The step failed.");
    expect(await laterTables()).toEqual([]);
    expect(await stepsRun({ ...steps, "9002-add-second": addTable("later_second") })).toEqual([
      "1/2 9001-add-first",
      "2/2 9002-add-second",
    ]);
  });
});

describe("an unknown step", () => {
  it("is tolerated if it names this release or an older one", async () => {
    await noteStep("9001-from-0.0.9-drop-something");
    await noteStep(`9002-from-${packageFile.version}-drop-something-else`);
    expect(await stepsRun({})).toEqual([]);
  });

  it("is refused with the release to install if it names a newer one", async () => {
    await noteStep("9001-from-7.1.0-drop-something");
    await expect(openDatabase(folder)).rejects.toMatchObject({
      problem: "newer_version",
      message: expect.stringMatching(
        new RegExp(
          `^The (data folder|database at) \\S+ requires Copydesk 7\\.1\\.0 or newer, and this is ${packageFile.version} \\(schema step 9001-from-7\\.1\\.0-drop-something\\)\\. Install Copydesk 7\\.1\\.0 or newer, or restore a backup made before the update, or choose another `,
        ),
      ),
    });
  });

  it("is refused if its name says nothing", async () => {
    await noteStep("9001-drop-something");
    await expect(openDatabase(folder)).rejects.toMatchObject({
      problem: "newer_version",
      message: expect.stringContaining(
        `was changed by a newer release of Copydesk than this one, ${packageFile.version} (schema step 9001-drop-something). Install that release or a newer one, or restore a backup made before the update, or choose another `,
      ),
    });
  });

  it.each([
    ["0.2.0", ["0030-from-0.3.0-drop-a"], "0.3.0"],
    ["0.3.0", ["0030-from-0.3.0-drop-a"], undefined],
    ["0.10.0", ["0030-from-0.9.5-drop-a", "0031-add-b"], undefined],
    ["0.9.0", ["0030-from-0.10.0-drop-a", "0031-from-0.11.0-drop-b", "0032-from-0.9.0-drop-c"], "0.11.0"],
    ["1.0.0-beta.2", ["0030-from-1.0.0-drop-a"], undefined],
  ])("%s with %j requires release %s", (release, unknown, required) => {
    const state = schemaState([...Object.keys(migrations), ...unknown], migrations, release);
    expect(state.kind === "newer" ? state.step.oldestRelease : undefined).toBe(required);
  });
});
