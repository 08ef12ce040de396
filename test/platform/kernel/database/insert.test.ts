import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { getEngineWords, type Insertion } from "../../../../src/platform/kernel/database/engine/engine.ts";
import "../../../../src/platform/content/search/sections-rows.ts";

let folder: string;

let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "copydesk-insert-"));
  database = await openDatabase(folder);
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const words: Insertion = {
  table: "search_word",
  columns: { word: "text", length: "number", backward: "text" },
  skipsKnown: true,
};

const insert = (rows: readonly (readonly [string, number, string])[], into = words) =>
  database.write((queries) => getEngineWords(queries).insert(queries, into, rows));

const stored = () =>
  database.read((queries) => queries.selectFrom("search_word").selectAll().orderBy("length").orderBy("word").execute());

describe("inserting many rows", () => {
  it.each([0, 1, 2, 63, 64, 65, 200])("inserts %i rows, each value in its column", async (count) => {
    const rows = Array.from({ length: count }, (_, index) => [`word ${index}`, index, `it's "${index}" \\`] as const);
    await insert(rows);
    const found = (await stored()).map(({ word, length, backward }) => [word, length, backward]);
    expect(found).toEqual(rows);
  });

  it("skips known rows only if told to", async () => {
    await insert([["known", 1, "first"]]);
    await insert([
      ["known", 2, "second"],
      ["new", 3, "third"],
    ]);
    expect((await stored()).map(({ backward }) => backward)).toEqual(["first", "third"]);
    const { skipsKnown: _, ...strict } = words;
    await expect(insert([["known", 4, "fourth"]], strict)).rejects.toThrow();
    expect(await stored()).toHaveLength(2);
  });
});
