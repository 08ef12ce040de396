import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Database, WriteLock } from "../../../../../../src/platform/kernel/database/database.ts";
import { openDatabase } from "../../../../../../src/platform/kernel/database/database.ts";

/** The databases of two processes on the same data. */
async function openTwo(): Promise<[Database, Database]> {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-locks-"));
  const both: [Database, Database] = [await openDatabase(folder), await openDatabase(folder)];
  onTestFinished(async () => {
    for (const database of both) await database.close();
    rmSync(folder, { recursive: true });
  });
  return both;
}

/** Starts a write and returns, once it has its lock, a function that ends it. */
async function begin(database: Database, lock?: WriteLock): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = withResolvers();
  const { promise: begun, resolve: start } = withResolvers();
  const writing = database.write(async () => {
    start();
    await held;
  }, lock);
  await begun;
  return async () => {
    release();
    await writing;
  };
}

it("a write to one space does not wait for a write to another", async () => {
  const [first, second] = await openTwo();
  const end = await begin(first, "space one");
  await second.write(async () => {}, "space two");
  await end();
});

it.each<[string, WriteLock | undefined, WriteLock | undefined]>([
  ["the same space", "space one", "space one"],
  ["everything, during a write to a space", "space one", undefined],
  ["a space, during a write to everything", undefined, "space one"],
  ["everything, during a write to everything", undefined, undefined],
  ["everything, during a write to a job", "jobs", undefined],
])("a write to %s waits", async (_, held, wanted) => {
  const [first, second] = await openTwo();
  const order: string[] = [];
  const end = await begin(first, held);
  const waiting = begin(second, wanted).then(async (endSecond) => {
    order.push("second");
    await endSecond();
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  order.push("first");
  await end();
  await waiting;
  expect(order).toEqual(["first", "second"]);
});

it("counters count each of many writes by two processes", async () => {
  const both = await openTwo();
  await both[0].write((queries) => queries.insertInto("setting").values({ name: "count", value: "0" }).execute());
  const add = (database: Database) =>
    database.write(async (queries) => {
      const { value } = await queries
        .selectFrom("setting")
        .select("value")
        .where("name", "=", "count")
        .executeTakeFirstOrThrow();
      await queries
        .updateTable("setting")
        .set({ value: String(Number(value) + 1) })
        .where("name", "=", "count")
        .execute();
    });
  await Promise.all(Array.from({ length: 40 }, (_, index) => add(both[index % 2 === 0 ? 0 : 1])));
  const rows = await both[1].read((queries) => queries.selectFrom("setting").selectAll().execute());
  expect(rows).toEqual([{ name: "count", value: "40" }]);
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
