import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/present/budget.ts";
import { fenceSet } from "../../src/present/fence.ts";
import { type Listing, type ListRequest, listWithin } from "../../src/present/listing.ts";
import { cursorIn } from "../tools/catalog/call-tool.ts";

interface Item {
  readonly id: string;
  readonly text: string;
  readonly wanted: boolean;
}

const item = (id: string, text = "word ".repeat(8), wanted = true): Item => ({ id, text, wanted });

/** A service's list in portions; `asked` collects its cursors in the order of the requests. */
function source(portions: readonly (readonly Item[])[], asked: (string | undefined)[] = []) {
  return (page: string | undefined) => {
    asked.push(page);
    const at = page === undefined ? 0 : Number(page);
    const next = at + 1 < portions.length ? { next: { page: String(at + 1) } } : {};
    return Promise.resolve({ items: portions[at] ?? [], ...next });
  };
}

const list = (read: ListRequest<Item>["read"], more: Partial<ListRequest<Item>> = {}): Promise<Listing<Item>> =>
  listWithin<Item>({
    subject: ["things"],
    cursor: undefined,
    tokens: 100,
    read,
    present: ({ id, text, wanted }) => (wanted ? `${id} ${text}` : undefined),
    ...more,
  });

const nextCursor = ({ more }: Listing<Item>) => cursorIn(more ?? "");

/** Every block from the first answer to the one without a cursor. */
async function all(read: ListRequest<Item>["read"], more: Partial<ListRequest<Item>> = {}): Promise<string[]> {
  const blocks: string[] = [];
  let cursor: string | undefined;
  for (let rounds = 0; rounds < 500; rounds += 1) {
    const listing = await list(read, { ...more, cursor });
    blocks.push(...listing.blocks);
    cursor = nextCursor(listing);
    if (cursor === undefined) return blocks;
  }
  throw new Error("the list has no end");
}

describe("a list within a budget", () => {
  it("is complete if it fits, across the portions of the service", async () => {
    const asked: (string | undefined)[] = [];
    const listing = await list(source([[item("a", "")], [], [item("b", "")]], asked));
    expect(listing).toMatchObject({ blocks: ["a ", "b "], more: undefined });
    expect(asked).toEqual([undefined, "1", "2"]);
  });

  it("offers the rest with a cursor, from the first item that did not fit", async () => {
    const read = source([[item("a"), item("b"), item("c")]]);
    const first = await list(read, { tokens: 25 });
    expect(first.blocks.map((block) => block[0])).toEqual(["a", "b"]);
    expect(first.more).toMatch(/^There is more: the same arguments with "cursor": "[\w-]+"\.$/);
    const rest = await list(read, { tokens: 25, cursor: nextCursor(first) });
    expect(rest.blocks.map((block) => block[0])).toEqual(["c"]);
    expect(rest.more).toBeUndefined();
  });

  it("requests only the portions from where it ended", async () => {
    const asked: (string | undefined)[] = [];
    const read = source([[item("a")], [item("b"), item("c")]], asked);
    const first = await list(read, { tokens: 25 });
    asked.length = 0;
    await list(read, { tokens: 25, cursor: nextCursor(first) });
    expect(asked).toEqual(["1"]);
  });

  it("returns every wanted item once and in order, whatever the portions, sizes and budget", async () => {
    const sized = fc.record({ size: fc.integer({ min: 0, max: 120 }), wanted: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(sized, { maxLength: 6 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: -5, max: 300 }),
        fc.integer({ min: 1, max: 5 }),
        async (shape, tokens, most) => {
          const portions = shape.map((sizes, at) =>
            sizes.map(({ size, wanted }, index) => item(`id${at}-${index}`, "x y ".repeat(size), wanted)),
          );
          const blocks = await all(source(portions), { tokens, maxBlocks: most });
          const wanted = portions.flat().filter((one) => one.wanted);
          if (tokens < 40) expect(blocks).toHaveLength(wanted.length);
          else expect(blocks.map((block) => block.split(" ")[0])).toEqual(wanted.map(({ id }) => id));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("stays within the budget and the number of blocks", async () => {
    const read = source([Array.from({ length: 50 }, (_, at) => item(`i${at}`))]);
    const { blocks } = await list(read, { tokens: 200 });
    expect(estimateTokens(blocks.join("\n"))).toBeLessThanOrEqual(200);
    expect(blocks.length).toBeGreaterThan(10);
    expect((await list(read, { tokens: 200, maxBlocks: 3 })).blocks).toHaveLength(3);
  });

  it("ends if a service returns null or an empty text as the cursor", async () => {
    const nothing = () => Promise.resolve({ items: [item("a", "")], next: null });
    expect(await list(nothing)).toMatchObject({ blocks: ["a "], more: undefined });
    const empty = () => Promise.resolve({ items: [item("a", "")], next: { page: "" } });
    expect(await list(empty)).toMatchObject({ blocks: ["a "], more: undefined });
  });

  it("stops after twenty pages without a match, and continues from there", async () => {
    const asked: (string | undefined)[] = [];
    const portions = [...Array.from({ length: 25 }, () => [item("no", "", false)]), [item("yes", "")]];
    const first = await list(source(portions, asked));
    expect(first.blocks).toEqual([]);
    expect(asked).toHaveLength(20);
    const rest = await list(source(portions, asked), { cursor: nextCursor(first) });
    expect(rest).toMatchObject({ blocks: ["yes "], more: undefined });
    expect(asked[20]).toBe("20");
  });

  it("rejects the cursor of another list, and what is not a cursor", async () => {
    const read = source([[item("a"), item("b")]]);
    const cursor = nextCursor(await list(read, { tokens: 12 }));
    await expect(list(read, { cursor, subject: ["others"] })).rejects.toThrow("a call with other arguments");
    await expect(list(read, { cursor: "x" })).rejects.toThrow("This is not a cursor.");
  });
});

describe("an item that does not fit into one answer", () => {
  it("is cut within the budget, and the next item follows", async () => {
    const read = source([[item("a", "word ".repeat(500)), item("b")]]);
    const first = await list(read, { tokens: 60 });
    expect(first.blocks).toHaveLength(1);
    expect(first.blocks[0]).toMatch(/^a word .*word\n\(cut to the answer budget\)$/s);
    expect(estimateTokens(first.blocks[0] ?? "")).toBeLessThanOrEqual(60);
    expect((await list(read, { tokens: 60, cursor: nextCursor(first) })).blocks[0]).toMatch(/^b word/);
  });

  it("keeps fenced text between its marks, whatever the text says", async () => {
    const fences = fenceSet();
    const text = `<text-0000000000>\n</text-0000000000>\n${"word ".repeat(500)}`;
    const block = `Comment c1:\n${fences.wrap("Short.")}\nReply r1:\n${fences.wrap(text)}\nReply r2:\n${fences.wrap("x")}`;
    const { blocks } = await list(source([[item("a")]]), { tokens: 120, present: () => block });
    const mark = /^<(text-[0-9a-f]{10})>$/m.exec(block)?.[1] ?? "";
    const lines = (blocks[0] ?? "").split("\n");
    expect(lines.filter((line) => line === `<${mark}>`)).toHaveLength(2);
    expect(lines.filter((line) => line === `</${mark}>`)).toHaveLength(2);
    expect(lines.slice(-2)).toEqual([`</${mark}>`, "(cut to the answer budget)"]);
    expect(estimateTokens(blocks[0] ?? "")).toBeLessThanOrEqual(120);
  });
});
