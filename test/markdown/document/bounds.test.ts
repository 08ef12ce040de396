import { describe, expect, test } from "vitest";
import { markdownFromDocument } from "../../../src/markdown/document/printing/to-markdown.ts";
import { documentFromMarkdown } from "../../../src/markdown/document/reading/from-markdown.ts";
import { expectLinearCost } from "../../support/cost.ts";

const filled = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length));

describe("a hostile page", () => {
  test.each([
    ["quotes in quotes", (length: number) => `${">".repeat(length)} x`],
    ["lists in lists on one line", (length: number) => `${"- ".repeat(length / 2)}x`],
    ["tags in tags", (length: number) => filled("{% hint %}\n")(length / 2) + filled("{% endhint %}\n")(length / 2)],
    ["tags that never end", filled("{% tabs %}\n")],
    ["attributes that never end", filled('{% a="\n')],
    ["end tags alone", filled("{% endhint %}\n")],
    ["expandables that never end", filled("<details><summary>\n")],
    ["emphasis that never ends", filled("*a **b _c ")],
    ["brackets that never close", filled("[a](")],
    ["elements in elements", filled("<div><figure>")],
    ["quoted and unquoted lines in turn", filled("> a\nb\n")],
    ["formula marks", filled("$$\n")],
    ["comments that never end", filled("<!-- ")],
  ])("is read and printed back in linear time: %s", { tags: ["long"] }, async (_, page) => {
    const read = (length: number) => {
      const markdown = page(length);
      expect(markdownFromDocument(documentFromMarkdown(markdown)) === markdown).toBe(true);
    };
    read(60_000);
    await expectLinearCost(read, 8_000);
  });

  test.each([
    // Their length is the square of the number of levels or spans, times the last number.
    [
      "lists in lists by indentation",
      (levels: number) => Array.from({ length: levels }, (_, level) => `${"  ".repeat(level)}- a`).join("\n"),
      20,
    ],
    ["code that never ends", (sizes: number) => Array.from({ length: sizes }, (_, at) => "`".repeat(at)).join(" "), 40],
  ])("is read and printed back in time proportional to its length: %s", { tags: ["long"] }, async (_, page, size) => {
    await expectLinearCost((length) => {
      const markdown = page(Math.round(Math.sqrt(length) * size));
      expect(markdownFromDocument(documentFromMarkdown(markdown)) === markdown).toBe(true);
    }, 16);
  });

  const cell = "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>";
  const cellEnd = "</td></tr></tbody></table>";

  test.each([
    ["comments that never end", filled("<!-- ")],
    ["code that never ends", filled("<pre ")],
    ["comments in elements", filled("<div>x</div><!-- <div> -->")],
    ["tables in tables", filled(`<div>${cell.repeat(11)}x${cellEnd.repeat(11)}</div>\n\n`)],
    ["elements that never end", filled("<div><table>")],
  ])("is read only for showing in linear time: %s", { tags: ["long"] }, async (_, content) => {
    const read = (length: number) => documentFromMarkdown(`<div>${content(length)}</div>`, { isOnlyShown: true });
    read(1_000_000);
    await expectLinearCost(read, 20_000);
  });

  test("keeps the blocks beyond the limit as text, including the cells of a header", { tags: ["long"] }, () => {
    const header = (columns: number) => `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n`;
    const typesOf = (markdown: string) => documentFromMarkdown(markdown).nodes.map(({ type }) => type);
    expect(typesOf(header(15_000))).toEqual(["table"]);
    expect(typesOf(header(20_001))).toEqual(["paragraph"]);
    expect(typesOf("# a\n".repeat(30_000)).filter((type) => type === "heading-1")).toHaveLength(20_000);
  });

  test("is read in linear time if it has many empty lines within code", { tags: ["long"] }, async () => {
    await expectLinearCost((count) => documentFromMarkdown(`text\n\n    a${"\n".repeat(count)}    b\n`), 20_000);
  });
});
