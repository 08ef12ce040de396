import { describe, expect, it } from "vitest";
import type { Queries } from "../../../src/platform/kernel/database/tables.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";

const put = (name: string) => (queries: Queries) =>
  queries.insertInto("setting").values({ name, value: "1" }).execute();

async function opened() {
  const { platform } = await openWorkspace();
  const { database } = platform;
  const names = () =>
    database.read(async (queries) => {
      const rows = await queries.selectFrom("setting").select("name").where("name", "like", "test-%").execute();
      return rows.map(({ name }) => name).sort();
    });
  return { database, names };
}

/** The number of commits that changed something, according to the engine's counter for other connections. */
const changes = async (database: Awaited<ReturnType<typeof opened>>["database"]) =>
  database.read(async (queries) => {
    const { sql } = await import("kysely");
    return (await sql<{ data_version: number }>`pragma data_version`.execute(queries)).rows[0]?.data_version ?? 0;
  });

describe("writes that wait for each other", () => {
  it("are all stored when they are reported so, in the order they came", async () => {
    const { database, names } = await opened();
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        await database.write(put(`test-${String(index).padStart(3, "0")}`));
        order.push(index);
        expect(await names()).toContain(`test-${String(index).padStart(3, "0")}`);
      }),
    );
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(await names()).toHaveLength(200);
  });

  it("are undone separately: a failure affects no other write", async () => {
    const { database, names } = await opened();
    const failing = async (queries: Queries) => {
      await put("test-lost")(queries);
      throw new Error("no");
    };
    const outcomes = await Promise.allSettled([
      database.write(put("test-a")),
      database.write(put("test-b")),
      database.write(failing),
      database.write(put("test-b")),
      database.write(put("test-c")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
      "fulfilled",
    ]);
    expect(await names()).toEqual(["test-a", "test-b", "test-c"]);
  });

  it("are visible to those after them", async () => {
    const { database } = await opened();
    const count = async (queries: Queries) => {
      const rows = await queries.selectFrom("setting").select("name").where("name", "like", "test-%").execute();
      await put(`test-${rows.length}`)(queries);
      return rows.length;
    };
    expect(await Promise.all(Array.from({ length: 10 }, () => database.write(count)))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
  });

  it("share commits", async () => {
    const { database } = await opened();
    let commits = 0;
    let last = await changes(database);
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        await database.write(put(`test-${index}`));
        const now = await changes(database);
        if (now !== last) commits += 1;
        last = now;
      }),
    );
    expect(commits).toBeGreaterThan(0);
    expect(commits).toBeLessThan(10);
  });
});
