import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBlocks } from "../../../src/markdown/grammar/block-parser.ts";
import { type Block, scanBlocks } from "../../../src/markdown/grammar/blocks.ts";
import { findBodyStart } from "../../../src/markdown/grammar/front-matter.ts";
import type { ParsedBlock } from "../../../src/markdown/grammar/parsed-block.ts";
import { markdownPage } from "../markdown-page.ts";

const docs = new URL("../../../docs/", import.meta.url);

const manual = readdirSync(docs, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md"))
  .map((path) => [path, readFileSync(new URL(path, docs), "utf8")] as const);

/** Top-level headings and fences that are not indented, which both walks over a page find. */
const marksOf = (blocks: readonly (ParsedBlock | Block)[], text: string, from: number) =>
  blocks.flatMap((block) => {
    const start = from + block.start;
    if (block.kind === "heading") return [`${start} level ${block.level}`];
    return (block.kind === "code" || block.kind === "fence") && /^(?:```|~~~)/.test(text.slice(start, start + 3))
      ? [`${start} code`]
      : [];
  });

describe("the blocks of a page", () => {
  test("have only blank lines between them", () => {
    fc.assert(
      fc.property(fc.oneof(markdownPage(), fc.string({ unit: "binary", maxLength: 60 })), (page) => {
        const text = page.replace(/\r\n?/g, "\n");
        let position = 0;
        for (const { start, end } of parseBlocks(text)) {
          expect(text.slice(position, start).trim()).toBe("");
          expect(end).toBeGreaterThan(start);
          position = end;
        }
        expect(text.slice(position).trim()).toBe("");
      }),
      { numRuns: 500 },
    );
  });

  test.each(manual)("are where the sections of the manual have them: %s", (_, page) => {
    const from = findBodyStart(page);
    expect(marksOf(parseBlocks(page.slice(from)), page, from)).toEqual(marksOf(scanBlocks(page), page, 0));
  });

  test("are where its sections have them, whatever the text", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."#`~-=*+>:\t1.a".split(""), "  ", "\n", "\n", "```", "- "),
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, (markdown) => {
        const page = `a\n\n${markdown}`;
        expect(marksOf(parseBlocks(page), page, 0)).toEqual(marksOf(scanBlocks(page), page, 0));
      }),
      { numRuns: 2_000 },
    );
  });

  test("keep a list whose last item is empty over several blank lines", () => {
    expect(parseBlocks("-\n\n\n- a\n")).toMatchObject([{ kind: "list", items: [{ text: "" }, { text: "a" }] }]);
  });

  test("keep an empty item within an item", () => {
    expect(parseBlocks("1. a\n   *\n\n   b\n")).toMatchObject([{ kind: "list", items: [{ text: "a\n*\n\nb" }] }]);
  });

  test("keep a definition with its title on the next line", () => {
    expect(parseBlocks("[A b]: c\n  'd'\ne\n")).toMatchObject([
      { kind: "definitions", definitions: [{ label: "a b", href: "c", title: "d" }] },
      { kind: "paragraph", text: "e" },
    ]);
  });

  test("end a table at an element on its own line", () => {
    expect(parseBlocks("| a |\n| - |\n| b |\n<C>\n").map(({ kind }) => kind)).toEqual(["table", "html"]);
  });

  test("have no more cells in a row than in the header, and none that are not written", () => {
    expect(parseBlocks("| a | b |\n| - | -: |\n| c |\n| d | e | f |\n")).toMatchObject([
      { header: ["a", "b"], aligns: [undefined, "right"], rows: [["c"], ["d", "e"]] },
    ]);
  });
});
