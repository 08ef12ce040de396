import { describe, expect, it } from "vitest";
import { diff } from "../../../../src/platform/content/ordered-map/diff.ts";
import { getMany, scan } from "../../../../src/platform/content/ordered-map/lookup.ts";
import { emptyRoot } from "../../../../src/platform/content/ordered-map/node-codec.ts";
import { MemoryStore, spaceKeys, spaceValue } from "./memory-store.ts";

async function space(count: number) {
  const store = new MemoryStore();
  const keys = spaceKeys(count);
  const { root } = await store.write(
    emptyRoot,
    keys.map((key, index) => [key, spaceValue(index)] as const),
  );
  store.resetCounts();
  return { store, keys, root };
}

/** Averages over one change to each of 200 keys spread over the space. */
async function writtenPerChange(count: number, change: (key: string) => readonly [string, string | undefined]) {
  const { store, keys, root } = await space(count);
  let nodes = 0;
  let bytes = 0;
  for (let sample = 0; sample < 200; sample++) {
    const key = keys[Math.floor((sample * keys.length) / 200)] ?? "";
    const result = await store.write(root, [change(key)]);
    nodes += result.nodes.size;
    for (const { encoded } of result.nodes.values()) bytes += Buffer.byteLength(encoded);
  }
  return { nodes: nodes / 200, bytes: bytes / 200 };
}

describe("structural sharing", () => {
  it("writes one node per level for a new value, and barely more bytes in a space a hundred times the size", async () => {
    const set = (key: string) => [key, spaceValue(-1)] as const;
    const small = await writtenPerChange(400, set);
    const large = await writtenPerChange(40_000, set);
    expect(small.nodes).toBe(3);
    expect(large.nodes).toBe(4);
    expect(large.bytes / small.bytes).toBeLessThan(1.4);
    expect(large.bytes).toBeLessThan(9_000);
  });

  it("splits and joins only nearby nodes when keys are added and removed", async () => {
    const added = await writtenPerChange(10_000, (key) => [`${key}!`, spaceValue(-1)]);
    const removed = await writtenPerChange(10_000, (key) => [key, undefined]);
    expect(added.nodes).toBeLessThan(6);
    expect(removed.nodes).toBeLessThan(6);
  });

  it("compares two maps by reading only what differs", async () => {
    const { store, keys, root } = await space(10_000);
    for (const changed of [1, 10, 100]) {
      const step = Math.floor(keys.length / changed);
      const edits = keys.filter((_, index) => index % step === 7).slice(0, changed);
      const after = await store.write(
        root,
        edits.map((key) => [key, spaceValue(-1)] as const),
      );
      store.resetCounts();
      const found = await diff(store, root, after.root);
      expect(found.map((difference) => difference.key)).toEqual([...edits].sort());
      expect(store.nodesRead).toBe(2 * after.nodes.size);
      expect(store.readCalls).toBe(4);
    }
  });

  it("reads no node when it compares a map with itself", async () => {
    const { store, root } = await space(100);
    expect(await diff(store, root, root)).toEqual([]);
    expect(store.readCalls).toBe(0);
  });

  it("looks up many keys in one read per level", async () => {
    const { store, keys, root } = await space(10_000);
    const wanted = keys.filter((_, index) => index % 100 === 0);
    expect((await getMany(store, root, wanted)).size).toBe(100);
    expect(store.readCalls).toBe(4);
    expect(store.nodesRead).toBeLessThan(200);
  });

  it("scans in one read per level and reads no more leaves than the limit requires", async () => {
    const { store, root } = await space(10_000);
    const everything = await scan(store, root);
    for (const reverse of [false, true]) {
      store.resetCounts();
      const some = await scan(store, root, { prefix: "page/", limit: 20, reverse });
      const pages = everything.filter(([key]) => key.startsWith("page/"));
      expect(some).toEqual(reverse ? pages.slice(-20).reverse() : pages.slice(0, 20));
      expect(store.readCalls).toBe(4);
      // 1 root, at most 2 at either inner level, at most 1 + ceil(20 / 8) leaves
      expect(store.nodesRead).toBeLessThanOrEqual(9);
    }
  });

  it("reads only one path for an empty range", async () => {
    const { store, root } = await space(10_000);
    expect(await scan(store, root, { prefix: "nothing/" })).toEqual([]);
    expect(store.nodesRead).toBeLessThanOrEqual(4);
  });

  it("reads the paths of a batch in one read per level when only values change", async () => {
    const { store, keys, root } = await space(10_000);
    await store.write(
      root,
      keys.slice(0, 500).map((key) => [key, "null"] as const),
    );
    expect(store.readCalls).toBe(4);
  });
});
