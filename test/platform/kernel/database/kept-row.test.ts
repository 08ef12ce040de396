import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { keptRow } from "../../../../src/platform/kernel/database/kept-row.ts";

let folder: string;

let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "copydesk-kept-row-"));
  database = await openDatabase(folder);
  await database.write((queries) =>
    queries
      .insertInto("setting")
      .values([
        { name: "one", value: "1" },
        { name: "two", value: "2" },
      ])
      .execute(),
  );
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

describe("a kept query", () => {
  it("is built once and uses the values of each call", async () => {
    let built = 0;
    const find = keptRow((queries, name: string, value: string) => {
      built += 1;
      return queries.selectFrom("setting").selectAll().where("value", "=", value).where("name", "=", name);
    });
    const found = await database.read(async (queries) => [
      await find(queries, "one", "1"),
      await find(queries, "two", "2"),
      await find(queries, "two", "1"),
    ]);
    expect(found).toEqual([{ name: "one", value: "1" }, { name: "two", value: "2" }, undefined]);
    expect(built).toBe(1);
  });

  it("sees in a write what the same write has stored", async () => {
    const find = keptRow((queries, name: string) => queries.selectFrom("setting").selectAll().where("name", "=", name));
    expect(await database.read((queries) => find(queries, "three"))).toBeUndefined();
    const found = await database.write(async (queries) => {
      await queries.insertInto("setting").values({ name: "three", value: "3" }).execute();
      return find(queries, "three");
    });
    expect(found).toEqual({ name: "three", value: "3" });
  });

  it("that computes with a value is rejected, because it would keep the result", async () => {
    const find = keptRow((queries, name: string) =>
      queries.selectFrom("setting").selectAll().where("name", "=", `x${name}`),
    );
    await expect(database.read((queries) => find(queries, "one"))).rejects.toThrow("does not pass on its value 0");
  });
});
