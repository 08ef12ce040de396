import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../../../../src/platform/kernel/database/database.ts";

let folder: string;

let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "copydesk-full-"));
  database = await openDatabase(folder);
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const setting = (name: string, value: string) =>
  database.write((queries) => queries.insertInto("setting").values({ name, value }).execute());

const names = async () =>
  (await database.read((queries) => queries.selectFrom("setting").select("name").execute())).map(({ name }) => name);

it("a write on a full disk reports it, leaves nothing behind, and works again once there is space", async () => {
  const limitPages = (pages: number) =>
    database.write((queries) => sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(queries));
  await limitPages(60);
  const writing = database.write(async (queries) => {
    for (let index = 0; index < 100; index += 1) {
      await queries
        .insertInto("setting")
        .values({ name: `full-${index}`, value: "x".repeat(10_000) })
        .execute();
    }
  });
  await expect(writing).rejects.toMatchObject({
    name: "DataFolderError",
    problem: "disk_full",
    message: `The disk that holds ${folder} is full. Free some space and try again.`,
  });
  expect(await names()).toEqual([]);
  await limitPages(1_000_000);
  await setting("after", "1");
  expect(await names()).toEqual(["after"]);
});
