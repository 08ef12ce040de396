import { beforeAll, describe, expect, it } from "vitest";
import { EditedMap, StoredMap } from "../../../src/platform/content/content-map.ts";
import { mergeContent } from "../../../src/platform/content/merge-content.ts";
import { emptyRoot } from "../../../src/platform/content/ordered-map/node-codec.ts";
import { NodeCache } from "../../../src/platform/content/ordered-map/node-reader.ts";
import { allPages } from "../../../src/platform/content/page-tree.ts";
import { type PageRecord, pageEntries } from "../../../src/platform/content/records.ts";
import { contentDifferences } from "../../../src/platform/content/semantic-changes.ts";
import { LruCache } from "../../../src/platform/kernel/lru-cache.ts";
import { presentTree } from "../../../src/platform/workspace/revisions/page-view.ts";
import { expectLinearCost } from "../../support/cost.ts";
import { MemoryStore } from "./ordered-map/memory-store.ts";

const store = new MemoryStore();
const reader = new NodeCache(new LruCache(200 * 1024 * 1024)).over(store.encoded);

const page = (at: number, title: string): PageRecord => {
  const id = `page${String(at).padStart(6, "0")}`;
  const [createdAt, updatedAt] = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"];
  return { id, type: "document", title, slug: id, parent: null, order: `a${id}`, content: "0", createdAt, updatedAt };
};

async function mapOf(pages: readonly PageRecord[], from: string = emptyRoot): Promise<StoredMap> {
  const { root } = await store.write(from, new Map(pages.flatMap((one) => [...pageEntries(one)])));
  return new StoredMap(reader, root);
}

/** A space of this many pages, and the same with all their titles changed. */
async function spaceOf(pages: number) {
  const numbers = Array.from({ length: pages }, (_, at) => at);
  const before = await mapOf(numbers.map((at) => page(at, `Page ${at}`)));
  const after = await mapOf(
    numbers.map((at) => page(at, `Renamed ${at}`)),
    before.root,
  );
  return { before, after };
}

/** How many times other work could run during `work`. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let turns = 0;
  const count = () => {
    if (isOver) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

const noTexts = { readText: async () => "", putText: () => "0" };

const merge = async ({ before, after }: { before: StoredMap; after: StoredMap }) =>
  expect(
    await mergeContent({ base: before, kept: new EditedMap(before), incoming: after, yielding: "incoming" }, noTexts),
  ).toEqual([]);

const pages = 10_000;

describe("changes of very many pages", () => {
  let space: Awaited<ReturnType<typeof spaceOf>>;

  beforeAll(async () => {
    space = await spaceOf(pages);
    // Reading the nodes for the first time takes turns of its own.
    await space.before.diff(space.after, "");
  }, 120_000);

  it("are listed in turns with other work", { timeout: 60_000 }, async () => {
    const turns = await turnsDuring(async () => {
      expect(await contentDifferences(space.before, space.after)).toHaveLength(pages);
    });
    expect(turns).toBeGreaterThan(0);
  });

  it("are merged in turns with other work", { timeout: 60_000 }, async () => {
    expect(await turnsDuring(() => merge(space))).toBeGreaterThan(0);
  });

  it("are merged at a cost that grows with their number", { timeout: 120_000 }, async () => {
    const few = await spaceOf(250);
    const many = await spaceOf(2000);
    await expectLinearCost((size) => merge(size === 250 ? few : many), 250);
  });
});

describe("the tree of very many pages", () => {
  const view = { app: "/app/space" };

  it("is read and presented in turns with other work", { timeout: 60_000 }, async () => {
    const { after } = await spaceOf(pages);
    const turns = await turnsDuring(async () => {
      expect(await presentTree(await allPages(after), view)).toHaveLength(pages);
    });
    expect(turns).toBeGreaterThan(0);
  });

  it("keeps the order at each level", async () => {
    const [one, two, three] = [page(1, "One"), page(2, "Two"), page(3, "Three")];
    const below = [page(4, "Four"), page(5, "Five")].map((child) => ({ ...child, parent: two.id }));
    const deepest = { ...page(6, "Six"), parent: below[1]?.id ?? null };
    const tree = await presentTree([three, deepest, ...below.toReversed(), one, two], view);
    const titles = (level: typeof tree): unknown[] => level.map(({ title, pages = [] }) => [title, titles(pages)]);
    expect(titles(tree)).toEqual([
      ["One", []],
      [
        "Two",
        [
          ["Four", []],
          ["Five", [["Six", []]]],
        ],
      ],
      ["Three", []],
    ]);
    expect(tree[1]?.pages?.[1]?.pages?.[0]?.path).toBe(`${two.slug}/${below[1]?.slug}/${deepest.slug}`);
  });
});
