import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../../src/platform/kernel/database/database.ts";

let folder: string;

let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "copydesk-database-"));
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

describe("a write", () => {
  it("leaves nothing behind if it fails", async () => {
    const failing = database.write(async (queries) => {
      await queries.insertInto("setting").values({ name: "half", value: "1" }).execute();
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await names()).toEqual([]);
  });

  it("waits for another that holds the lock, while this process continues other work", async () => {
    const other = await openDatabase(folder);
    const order: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const first = database.write(async (queries) => {
      await queries.insertInto("setting").values({ name: "first", value: "1" }).execute();
      begin();
      await held;
      order.push("first");
    });
    await begun;
    const second = other.write(async (queries) => {
      order.push("second");
      await queries.insertInto("setting").values({ name: "second", value: "1" }).execute();
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    release();
    await Promise.all([first, second]);
    await other.close();
    expect(order).toEqual(["first", "second"]);
    expect(await names()).toEqual(["first", "second"]);
  });
});

describe("a read", () => {
  it("sees one snapshot of the data, whatever is written meanwhile", async () => {
    await setting("before", "1");
    const seen = await database.read(async (queries) => {
      const count = async () => (await queries.selectFrom("setting").selectAll().execute()).length;
      const first = await count();
      await setting("meanwhile", "1");
      return [first, await count()];
    });
    expect(seen).toEqual([1, 1]);
  });

  it("cannot write", async () => {
    const writing = database.read((queries) =>
      queries.insertInto("setting").values({ name: "sneaked", value: "1" }).execute(),
    );
    await expect(writing).rejects.toThrow(/read-?only/);
  });
});
