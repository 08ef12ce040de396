import { afterEach, beforeEach, expect, it } from "vitest";
import { EditedMap } from "../../../../src/platform/content/content-map.ts";
import { emptyRoot } from "../../../../src/platform/content/ordered-map/node-codec.ts";
import { putPage } from "../../../../src/platform/content/placement.ts";
import { indexDifferences } from "../../../../src/platform/content/search/index-content.ts";
import { SpaceContent } from "../../../../src/platform/content/space-content.ts";
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";

let docs: SearchDatabase;
beforeEach(async () => {
  docs = await openSearchDatabase();
});
afterEach(() => docs.close());

/** The number of finished pages at each turn of other work, and the number of turns. */
async function index(texts: readonly string[]) {
  const done: number[] = [];
  let turns = 0;
  const counter = { next: setImmediate(count) };
  function count(): void {
    turns += 1;
    counter.next = setImmediate(count);
  }
  await docs.database.write(async (queries) => {
    const content = new SpaceContent(queries);
    const map = new EditedMap(content.at(emptyRoot));
    const time = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
    for (const [index, text] of texts.entries()) {
      const name = `page-${index}`;
      const place = { id: name, type: "document", title: name, slug: name, parent: null, order: name } as const;
      putPage(map, undefined, { ...place, content: content.putText(text), ...time });
    }
    const root = await content.store(map);
    turns = 0;
    await indexDifferences(queries, content, "space-a", content.at(emptyRoot), content.at(root), {
      report: (count) => done.push(count),
    });
  });
  clearImmediate(counter.next);
  return { done, turns };
}

it("indexing lets other work run after a certain amount of text, even of few pages", async () => {
  const { done, turns } = await index(Array.from({ length: 10 }, () => "A walrus rests. ".repeat(2500)));
  expect(done).toEqual([2, 4, 6, 8, 10]);
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(await docs.pages("walrus ")).toHaveLength(10);
});

it("indexing lets other work run after a certain number of pages, however short, and so does merging the index", async () => {
  const { done, turns } = await index(Array.from({ length: 450 }, (_, index) => `A walrus ${index}.`));
  expect(done).toEqual([100, 200, 300, 400, 450]);
  expect(turns).toBeGreaterThanOrEqual(3);
  expect((await docs.search("walrus 417")).pages[0]?.page).toBe("page-417");
});

it("indexing lets other work run within one long page of few sections with all different words", async () => {
  const section = (at: number) =>
    `## Part ${at}\n\n${Array.from({ length: 500 }, (_, word) => `w${at}x${word}`).join(" ")}\n`;
  const { done, turns } = await index([Array.from({ length: 250 }, (_, at) => section(at)).join("\n")]);
  expect(done).toEqual([1]);
  expect(turns).toBeGreaterThanOrEqual(6);
  expect((await docs.pages("w249x499")).length).toBe(1);
});
