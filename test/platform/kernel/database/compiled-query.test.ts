import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  compiledRow,
  compiledRows,
  compiledStatement,
} from "../../../../src/platform/kernel/database/compiled-query.ts";
import { type Database, openDatabase } from "../../../../src/platform/kernel/database/database.ts";

let folder: string;

let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "copydesk-compiled-query-"));
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

describe("a compiled query", () => {
  it("is built once and uses the values of each call", async () => {
    let built = 0;
    const find = compiledRow((queries, name: string, value: string) => {
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
    const find = compiledRow((queries, name: string) =>
      queries.selectFrom("setting").selectAll().where("name", "=", name),
    );
    expect(await database.read((queries) => find(queries, "three"))).toBeUndefined();
    const found = await database.write(async (queries) => {
      await queries.insertInto("setting").values({ name: "three", value: "3" }).execute();
      return find(queries, "three");
    });
    expect(found).toEqual({ name: "three", value: "3" });
  });

  it("is built once for each length of a list", async () => {
    let built = 0;
    const list = compiledRows((queries, names: readonly string[], other: string) => {
      built += 1;
      return queries
        .selectFrom("setting")
        .select("name")
        .where(({ eb, or }) => or([eb("name", "in", names), eb("name", "=", other)]))
        .orderBy("name");
    });
    const namesOf = (names: readonly string[], other = "none") =>
      database.read(async (queries) => (await list(queries, names, other)).map(({ name }) => name));
    expect(await namesOf(["one", "two"])).toEqual(["one", "two"]);
    expect(await namesOf(["two", "three"])).toEqual(["two"]);
    expect(built).toBe(1);
    expect(await namesOf(["two"], "one")).toEqual(["one", "two"]);
    expect(built).toBe(2);
    expect(await namesOf([...Array.from({ length: 100 }, (_, index) => `no ${index}`), "two"])).toEqual(["two"]);
  });

  it("inserts several rows, and updates the columns it is given", async () => {
    let built = 0;
    const insert = compiledStatement((queries, rows: readonly { name: string; value: string }[]) =>
      queries.insertInto("setting").values(rows),
    );
    const update = compiledStatement((queries, change: { value?: string | undefined; name?: string }, name: string) => {
      built += 1;
      return queries.updateTable("setting").set(change).where("name", "=", name);
    });
    const stored = await database.write(async (queries) => {
      await insert(queries, [
        { name: "three", value: "3" },
        { value: "4", name: "four" },
      ]);
      await update(queries, { value: "2b" }, "two");
      await update(queries, { value: "3b", name: "3" }, "three");
      await update(queries, { name: "4", value: undefined }, "four");
      await update(queries, { value: "1b" }, "one");
      return queries.selectFrom("setting").selectAll().where("value", "<", "5").orderBy("value").execute();
    });
    expect(stored).toEqual([
      { name: "one", value: "1b" },
      { name: "two", value: "2b" },
      { name: "3", value: "3b" },
      { name: "4", value: "4" },
    ]);
    expect(built).toBe(3);
  });

  it("is rejected if it computes with a value, because it would keep the result", async () => {
    const find = compiledRow((queries, name: string) =>
      queries.selectFrom("setting").selectAll().where("name", "=", `x${name}`),
    );
    await expect(database.read((queries) => find(queries, "one"))).rejects.toThrow("does not pass on its value 0");
  });
});
