import { describe, expect, it } from "vitest";
import { getMany } from "../../../../src/platform/content/ordered-map/lookup.ts";
import { emptyRoot } from "../../../../src/platform/content/ordered-map/node-codec.ts";
import { NodeCache } from "../../../../src/platform/content/ordered-map/node-reader.ts";
import { Remembered } from "../../../../src/platform/kernel/remembered.ts";
import { MemoryStore, spaceKeys } from "./memory-store.ts";

function storeOf(...texts: string[]): MemoryStore {
  const store = new MemoryStore();
  for (const text of texts) store.nodes.set(text.slice(0, 1), text);
  return store;
}

describe("a cached node reader", () => {
  it("asks the store only once for each node", async () => {
    const store = new MemoryStore();
    const keys = spaceKeys(1_000);
    const { root } = await store.write(
      emptyRoot,
      keys.map((key) => [key, "1"] as const),
    );
    const reader = new NodeCache(new Remembered(1_000_000)).over(store);
    store.resetCounts();
    expect((await getMany(reader, root, keys)).size).toBe(1_000);
    expect(store.nodesRead).toBe(store.nodes.size);
    expect((await getMany(reader, root, keys)).size).toBe(1_000);
    expect(store.nodesRead).toBe(store.nodes.size);
  });

  it("returns nodes too large to keep, and all requested nodes even if they do not fit together", async () => {
    const store = storeOf(`a${"x".repeat(500)}`, "b", "c");
    const cache = new NodeCache(new Remembered(1_500));
    const found = await cache.over(store).read(["a", "b", "c"]);
    expect([...found.keys()].sort()).toEqual(["a", "b", "c"]);
    expect([cache.get("a"), cache.get("b")]).toEqual([undefined, "b"]);
  });

  it("shares one read between concurrent readers of the same node", async () => {
    const store = storeOf("a", "b", "c");
    const reader = new NodeCache(new Remembered(10_000)).over(store);
    const [first, second] = await Promise.all([reader.read(["a", "b"]), reader.read(["b", "c", "b"])]);
    expect([...first]).toEqual([
      ["a", "a"],
      ["b", "b"],
    ]);
    expect(new Map(second)).toEqual(
      new Map([
        ["b", "b"],
        ["c", "c"],
      ]),
    );
    expect(store.nodesRead).toBe(3);
  });

  it("does not cache that a node was missing or that a read failed", async () => {
    const store = storeOf("a");
    const reader = new NodeCache(new Remembered(10_000)).over(store);
    expect((await reader.read(["z"])).size).toBe(0);
    store.nodes.set("z", "zz");
    expect((await reader.read(["z"])).get("z")).toBe("zz");

    let failing = true;
    const unsteady = new NodeCache(new Remembered(10_000)).over({
      async read(addresses) {
        if (failing) throw new Error("connection lost");
        return store.read(addresses);
      },
    });
    const both = await Promise.allSettled([unsteady.read(["a"]), unsteady.read(["a"])]);
    expect(both.map((result) => result.status)).toEqual(["rejected", "rejected"]);
    failing = false;
    expect((await unsteady.read(["a"])).get("a")).toBe("a");
  });

  it("serves readers of several stores from one cache", async () => {
    const cache = new NodeCache(new Remembered(10_000));
    await cache.over(storeOf("a")).read(["a"]);
    expect((await cache.over(new MemoryStore()).read(["a"])).get("a")).toBe("a");
  });
});
