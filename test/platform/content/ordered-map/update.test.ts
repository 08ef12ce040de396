import { describe, expect, it } from "vitest";
import { getMany, scan } from "../../../../src/platform/content/ordered-map/lookup.ts";
import { emptyRoot, endsNode } from "../../../../src/platform/content/ordered-map/node-codec.ts";
import { update } from "../../../../src/platform/content/ordered-map/update.ts";
import { MissingNodeError } from "../../../../src/platform/kernel/database/server-error.ts";
import { expectLinearCost } from "../../../support/cost.ts";
import { MemoryStore, spaceKeys, spaceValue } from "./memory-store.ts";

describe("updating an ordered map", () => {
  it("keeps the root and returns no nodes when nothing changes", async () => {
    const store = new MemoryStore();
    const { root } = await store.write(
      emptyRoot,
      spaceKeys(300).map((key) => [key, "1"] as const),
    );
    const [existing = ""] = spaceKeys(1);
    expect(await store.write(root, [])).toEqual({ root, nodes: new Map() });
    expect(await store.write(root, [[existing, "1"]])).toEqual({ root, nodes: new Map() });
    expect(await store.write(root, [["absent", undefined]])).toEqual({ root, nodes: new Map() });
    expect(await store.write(root, [["zzz/absent at the end", undefined]])).toEqual({ root, nodes: new Map() });
    expect(await store.write(emptyRoot, [["absent", undefined]])).toEqual({ root: emptyRoot, nodes: new Map() });
  });

  it("builds 50,000 entries to the same root in one batch as in twenty batches out of order", async () => {
    const entries = spaceKeys(50_000).map((key, index) => [key, spaceValue(index)] as const);
    const atOnce = await update(new MemoryStore(), emptyRoot, new Map(entries));
    await expectLinearCost((count) => update(new MemoryStore(), emptyRoot, new Map(entries.slice(0, count))), 5_000);

    const store = new MemoryStore();
    let root = emptyRoot;
    for (let batch = 0; batch < 20; batch++) {
      const part = entries.filter((_, index) => (index * 7_919) % 20 === batch);
      root = (await store.write(root, part)).root;
    }
    expect(root).toBe(atOnce.root);
  });

  it("has the same root when 300 keys are set one by one, in order, in reverse and all together", async () => {
    const entries = spaceKeys(300).map((key) => [key, key.length.toString()] as const);
    const ascending = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
    const roots = new Set<string>();
    for (const order of [entries, ascending, ascending.toReversed()]) {
      const store = new MemoryStore();
      let root = emptyRoot;
      for (const entry of order) root = (await store.write(root, [entry])).root;
      roots.add(root);
    }
    roots.add((await new MemoryStore().write(emptyRoot, entries)).root);
    expect(roots.size).toBe(1);
  });

  it("shrinks to an earlier root when a deletion removes its upper levels", async () => {
    const store = new MemoryStore();
    const few = await store.write(emptyRoot, [
      ["a", "1"],
      ["b", "2"],
    ]);
    const many = await store.write(
      few.root,
      spaceKeys(5_000).map((key) => [key, "0"] as const),
    );
    const again = await store.write(
      many.root,
      spaceKeys(5_000).map((key) => [key, undefined] as const),
    );
    expect(again.root).toBe(few.root);
    expect(await scan(store, again.root)).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
  });

  it("returns only the new root when a map shrinks to one leaf", async () => {
    const store = new MemoryStore();
    const keys = spaceKeys(2_000);
    const { root } = await store.write(
      emptyRoot,
      keys.map((key) => [key, "1"] as const),
    );
    const small = await store.write(
      root,
      keys.map((key, index) => [key, index < 5 ? "2" : undefined] as const),
    );
    expect([...small.nodes.keys()]).toEqual([small.root]);
    expect((await scan(store, small.root)).length).toBe(5);
  });

  it("distinguishes the empty key, very long keys and keys that are prefixes of others", async () => {
    const long = "x".repeat(200_000);
    const keys = ["", "\u0000", "a", "a\u0000", "aa", long, `${long}y`, "\ud83d", "\ud83d\ude00", "\ude00", "\uffff"];
    const store = new MemoryStore();
    const { root } = await store.write(
      emptyRoot,
      keys.map((key, index) => [key, `${index}`] as const),
    );
    expect(await getMany(store, root, keys)).toEqual(new Map(keys.map((key, index) => [key, `${index}`])));
    expect((await scan(store, root)).map(([key]) => key)).toEqual([...keys].sort());
    for (const encoded of store.nodes.values()) expect(Buffer.from(encoded).toString()).toBe(encoded);
  });

  it("orders keys by UTF-16 code units, so an emoji comes before U+FFFF", async () => {
    const store = new MemoryStore();
    const { root } = await store.write(emptyRoot, [
      ["\uffff", "2"],
      ["\u{1f600}", "1"],
      ["z", "0"],
    ]);
    expect((await scan(store, root)).map(([, value]) => value)).toEqual(["0", "1", "2"]);
  });

  it("stays shallow with small nodes when every key is chosen to avoid or to force the end of a node", async () => {
    const candidates = Array.from({ length: 12_000 }, (_, index) => `page/${index}`);
    const never = candidates.filter((key) => !endsNode(0, key, 23)).slice(0, 2_000);
    const always = candidates.filter((key) => endsNode(0, key, 8)).slice(0, 400);
    for (const keys of [never, always]) {
      const store = new MemoryStore();
      const { root, nodes } = await store.write(
        emptyRoot,
        keys.map((key) => [key, "1"] as const),
      );
      for (const { encoded } of nodes.values()) expect((JSON.parse(encoded).length - 1) / 3).toBeLessThanOrEqual(24);
      expect(nodes.get(root)?.level).toBeLessThanOrEqual(2);
      expect((await scan(store, root)).length).toBe(keys.length);
    }
  });

  it("names the node that is missing from the store", async () => {
    const store = new MemoryStore();
    const { root } = await store.write(
      emptyRoot,
      spaceKeys(200).map((key) => [key, "1"] as const),
    );
    const lost = [...store.nodes.keys()].find((address) => address !== root) ?? "";
    store.nodes.delete(lost);
    await expect(scan(store, root)).rejects.toEqual(new MissingNodeError(lost));
    await expect(getMany(store, "no-such-root", ["a"])).rejects.toThrow(MissingNodeError);
    await expect(update(store, "no-such-root", new Map([["a", "1"]]))).rejects.toThrow("no-such-root");
  });

  it("rejects a limit that is not a whole number", async () => {
    for (const limit of [-1, 1.5, Number.NaN]) {
      await expect(scan(new MemoryStore(), emptyRoot, { limit })).rejects.toThrow(RangeError);
    }
  });
});
