import { describe, expect, it } from "vitest";
import { getMany } from "../../../../src/platform/content/ordered-map/lookup.ts";
import { emptyRoot, encodeNode } from "../../../../src/platform/content/ordered-map/node-codec.ts";
import { NodeCache } from "../../../../src/platform/content/ordered-map/node-reader.ts";
import { LruCache } from "../../../../src/platform/kernel/lru-cache.ts";
import { MemoryStore, spaceKeys } from "./memory-store.ts";

/** A store of leaves by the first letter of their only key. */
function storeOf(...keys: string[]): MemoryStore {
  const store = new MemoryStore();
  for (const key of keys) store.nodes.set(key.slice(0, 1), encodeNode(leaf(key)));
  return store;
}

const leaf = (key: string) => ({ level: 0, entries: [[key, ""] as const] });

describe("a cached node reader", () => {
  it("asks the store only once for each node", async () => {
    const store = new MemoryStore();
    const keys = spaceKeys(1_000);
    const { root } = await store.write(
      emptyRoot,
      keys.map((key) => [key, "1"] as const),
    );
    const reader = new NodeCache(new LruCache(1_000_000)).over(store.encoded);
    store.resetCounts();
    expect((await getMany(reader, root, keys)).size).toBe(1_000);
    expect(store.nodesRead).toBe(store.nodes.size);
    expect((await getMany(reader, root, keys)).size).toBe(1_000);
    expect(store.nodesRead).toBe(store.nodes.size);
  });

  it("returns nodes too large to keep, and all requested nodes even if they do not fit together", async () => {
    const store = storeOf(`a${"x".repeat(500)}`, "b", "c");
    const cache = new NodeCache(new LruCache(2_200));
    const found = await cache.over(store.encoded).read(["a", "b", "c"]);
    expect([...found.keys()].sort()).toEqual(["a", "b", "c"]);
    expect([cache.get("a"), cache.get("b")]).toEqual([undefined, leaf("b")]);
  });

  it("shares one read between concurrent readers of the same node", async () => {
    const store = storeOf("a", "b", "c");
    const reader = new NodeCache(new LruCache(10_000)).over(store.encoded);
    const [first, second] = await Promise.all([reader.read(["a", "b"]), reader.read(["b", "c", "b"])]);
    expect([...first]).toEqual([
      ["a", leaf("a")],
      ["b", leaf("b")],
    ]);
    expect(new Map(second)).toEqual(
      new Map([
        ["b", leaf("b")],
        ["c", leaf("c")],
      ]),
    );
    expect(store.nodesRead).toBe(3);
  });

  it("does not cache that a node was missing or that a read failed", async () => {
    const store = storeOf("a");
    const reader = new NodeCache(new LruCache(10_000)).over(store.encoded);
    expect((await reader.read(["z"])).size).toBe(0);
    store.nodes.set("z", encodeNode(leaf("zz")));
    expect((await reader.read(["z"])).get("z")).toEqual(leaf("zz"));

    let failing = true;
    const unsteady = new NodeCache(new LruCache(10_000)).over({
      async read(addresses) {
        if (failing) throw new Error("connection lost");
        return store.encoded.read(addresses);
      },
    });
    const both = await Promise.allSettled([unsteady.read(["a"]), unsteady.read(["a"])]);
    expect(both.map((result) => result.status)).toEqual(["rejected", "rejected"]);
    failing = false;
    expect((await unsteady.read(["a"])).get("a")).toEqual(leaf("a"));
  });

  it("serves readers of several stores from one cache", async () => {
    const cache = new NodeCache(new LruCache(10_000));
    await cache.over(storeOf("a").encoded).read(["a"]);
    const other = cache.over(new MemoryStore().encoded);
    expect((await other.read(["a"])).get("a")).toEqual(leaf("a"));
    expect(other.known?.("a")).toEqual(leaf("a"));
  });
});
