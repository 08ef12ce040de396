import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../src/platform/kernel/database/database.ts";
import { migrations } from "../../src/platform/kernel/database/migrations.ts";
import { answered } from "./in-process.ts";
import { temporaryFolder } from "./program.ts";

const folder = temporaryFolder();
const total = Object.keys(migrations).length;

async function change(data: string, ...statements: string[]): Promise<void> {
  const database = await openDatabase(data);
  await database.write(async (queries) => {
    for (const statement of statements) await sql.raw(statement).execute(queries);
  });
  await database.close();
}

/** A data folder in which a step has not run. */
async function folderWithout(name: string, step: string): Promise<string> {
  const data = join(folder, name);
  await answered(["migrate", "--data", data]);
  await change(data, "drop table section_space_part", `delete from schema_step where name = '${step}'`);
  return data;
}

describe("copydesk migrate", () => {
  it("lists what a new folder takes and creates nothing, then creates its tables, then has nothing to do", async () => {
    const data = join(folder, "new");
    const listed = await answered(["migrate", "--dry-run", "--data", data]);
    expect(listed).toEqual({
      code: 0,
      stdout: `${data} is new: ${total} schema steps will create its tables.\n`,
      stderr: "",
    });
    expect(existsSync(data)).toBe(false);
    const { code, stderr } = await answered(["migrate", "--data", data]);
    expect(code).toBe(0);
    expect(stderr.split("\n").slice(0, 2)).toEqual([
      `Step 1 of ${total}: 0001-schema`,
      `Step 2 of ${total}: 0002-people`,
    ]);
    expect(stderr).toMatch(new RegExp(`\\nRan ${total} schema steps in ${data}\\.\\n$`));
    expect(await answered(["migrate", "--data", data])).toEqual({
      code: 0,
      stdout: "",
      stderr: `${data} is up to date. Nothing was changed.\n`,
    });
    expect((await answered(["migrate", "--dry-run", "--data", data])).stdout).toBe(`${data} is up to date.\n`);
  });

  it("lists the missing steps with what they mean for other releases, and runs them", async () => {
    const data = await folderWithout("older", "0020-add-section-parts");
    expect((await answered(["migrate", "--dry-run", "--data", data])).stdout).toBe(
      [
        `${data} lacks 1 schema step:`,
        "  0020-add-section-parts  only adds",
        "Processes of earlier releases can continue to work, be restarted and be added.",
        "",
      ].join("\n"),
    );
    const { stdout } = await answered(["migrate", "--json", "--data", data]);
    const steps = [{ name: "0020-add-section-parts", onlyAdds: true }];
    expect(JSON.parse(stdout)).toEqual({ place: data, isNew: false, steps, applied: ["0020-add-section-parts"] });
    const { stdout: later } = await answered(["migrate", "--dry-run", "--json", "--data", data]);
    expect(JSON.parse(later)).toEqual({ place: data, isNew: false, steps: [], applied: [] });
  });

  it("says which release to install if this one cannot use the folder", async () => {
    const data = join(folder, "newer");
    await answered(["migrate", "--data", data]);
    await change(data, "insert into schema_step (name, applied_at) values ('9000-from-7.1.0-drop-a', '2030-01-01')");
    for (const args of [["--dry-run"], []]) {
      const { code, stderr } = await answered(["migrate", ...args, "--data", data]);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        new RegExp(
          `^${data} requires Copydesk 7\\.1\\.0 or newer, and this is \\S+ \\(schema step 9000-from-7\\.1\\.0-drop-a\\)\\. Install Copydesk 7\\.1\\.0 or newer, or restore a backup made before the update\\.\n$`,
        ),
      );
    }
  });

  it("creates no new database in a folder that has lost its own", async () => {
    const data = join(folder, "lost");
    mkdirSync(data);
    writeFileSync(join(data, "token"), "");
    for (const args of [["--dry-run"], []]) {
      const { code, stderr } = await answered(["migrate", ...args, "--data", data]);
      expect([code, stderr]).toEqual([1, expect.stringContaining("its database copydesk.sqlite is missing")]);
    }
    expect(existsSync(join(data, "copydesk.sqlite"))).toBe(false);
  });

  it.each([
    [["now"], "Usage: copydesk migrate [--dry-run] [--json]\n"],
    [
      ["--base-url", "https://docs.example.com"],
      "migrate changes the embedded platform's database. Leave out --base-url.\n",
    ],
  ])("refuses %j", async (args, told) => {
    expect(await answered(["migrate", ...args])).toEqual({ code: 1, stdout: "", stderr: told });
  });
});
