import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diff } from "../../../../src/platform/content/ordered-map/diff.ts";
import { getMany, scan } from "../../../../src/platform/content/ordered-map/lookup.ts";
import { emptyRoot } from "../../../../src/platform/content/ordered-map/node-codec.ts";
import { MemoryStore } from "./memory-store.ts";
import { applyToModel, type Batch, batch, key, sortedEntries } from "./model.ts";

async function build(store: MemoryStore, batches: readonly Batch[]) {
  let root = emptyRoot;
  let model = new Map<string, string>();
  for (const changes of batches) {
    root = (await store.write(root, changes)).root;
    model = applyToModel(model, changes);
  }
  return { root, model };
}

const batches = fc.array(batch, { maxLength: 5, size: "max" });

describe("an ordered map compared with a plain Map", () => {
  it("finds what was set and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(batches, fc.array(key, { maxLength: 20 }), async (edits, wanted) => {
        const store = new MemoryStore();
        const { root, model } = await build(store, edits);
        const all = await getMany(store, root, [...model.keys(), ...wanted]);
        expect(new Map([...all].sort())).toEqual(new Map([...model].sort()));
      }),
      { numRuns: 60 },
    );
  });

  it("scans a prefix and a range, forward and in reverse, up to a limit", async () => {
    const range = fc.record(
      {
        prefix: fc.constantFrom("", "page/", "page/1", "child/3/", "a", "\uffff", "\ud83d"),
        from: key,
        to: key,
        limit: fc.integer({ min: 0, max: 60 }),
        reverse: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(batches, fc.array(range, { minLength: 1, maxLength: 8 }), async (edits, ranges) => {
        const store = new MemoryStore();
        const { root, model } = await build(store, edits);
        for (const options of ranges) {
          const expected = sortedEntries(model).filter(
            ([at]) =>
              at.startsWith(options.prefix ?? "") &&
              at >= (options.from ?? "") &&
              (options.to === undefined || at < options.to),
          );
          if (options.reverse) expected.reverse();
          expect(await scan(store, root, options)).toEqual(expected.slice(0, options.limit));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("finds exactly the differences between two maps, in full or within a range", async () => {
    await fc.assert(
      fc.asyncProperty(batches, batch, batches, async (first, later, other) => {
        const store = new MemoryStore();
        const before = await build(store, first);
        const pairs = [await build(store, [...first, later]), await build(store, other)];
        for (const after of pairs) {
          const keys = [...new Set([...before.model.keys(), ...after.model.keys()])].sort();
          const expected = keys
            .filter((at) => before.model.get(at) !== after.model.get(at))
            .map((at) => ({ key: at, before: before.model.get(at), after: after.model.get(at) }));
          expect(await diff(store, before.root, after.root)).toEqual(expected);
          expect(await diff(store, before.root, after.root, { prefix: "page/2" })).toEqual(
            expected.filter((difference) => difference.key.startsWith("page/2")),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it("has the same root for the same content, regardless of the order and batches of edits", async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (edits) => {
        const store = new MemoryStore();
        const { root, model } = await build(store, edits);
        const atOnce = await new MemoryStore().write(emptyRoot, [...model].reverse());
        expect(root).toBe(atOnce.root);
        const emptied = await store.write(
          root,
          [...model.keys()].map((at) => [at, undefined] as const),
        );
        expect(emptied).toEqual({ root: emptyRoot, nodes: new Map() });
      }),
      { numRuns: 80 },
    );
  });

  it("returns exactly the nodes that the new root reaches and the old one did not", async () => {
    await fc.assert(
      fc.asyncProperty(batches, batch, async (edits, changes) => {
        const store = new MemoryStore();
        const { root } = await build(store, edits);
        const before = await reachable(store, root);
        const result = await store.write(root, changes);
        const after = await reachable(store, result.root);
        expect(new Set(result.nodes.keys())).toEqual(new Set([...after].filter((address) => !before.has(address))));
      }),
      { numRuns: 80 },
    );
  });
});

/** Every node under a root except the empty one, which is never stored. Decodes the nodes independently. */
async function reachable(store: MemoryStore, root: string): Promise<Set<string>> {
  const seen = new Set<string>();
  const open = root === emptyRoot ? [] : [root];
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    seen.add(address);
    const parts = JSON.parse(store.nodes.get(address) ?? "null");
    if (parts[0] > 0) for (let index = 3; index < parts.length; index += 3) open.push(parts[index]);
  }
  return seen;
}
