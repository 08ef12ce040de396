import { describe, expect, test } from "vitest";
import { markdownFromDocument } from "../../../src/markdown/document/printing/to-markdown.ts";
import { documentFromMarkdown } from "../../../src/markdown/document/reading/from-markdown.ts";
import { processorTime } from "../../support/processor-time.ts";

const filled = (part: string, length = 60_000) => part.repeat(Math.ceil(length / part.length));

const nestedLists = Array.from({ length: 300 }, (_, level) => `${"  ".repeat(level)}- a`).join("\n");

describe("a hostile page", () => {
  test.each([
    ["quotes in quotes", `${">".repeat(10_000)} x`],
    ["lists in lists on one line", `${"- ".repeat(10_000)}x`],
    ["lists in lists by indentation", nestedLists],
    ["tags in tags", "{% hint %}\n".repeat(5_000) + "{% endhint %}\n".repeat(5_000)],
    ["tags that never end", filled("{% tabs %}\n")],
    ["attributes that never end", filled('{% a="\n')],
    ["end tags alone", filled("{% endhint %}\n")],
    ["expandables that never end", filled("<details><summary>\n")],
    ["emphasis that never ends", filled("*a **b _c ")],
    ["brackets that never close", filled("[a](")],
    ["code that never ends", Array.from({ length: 300 }, (_, size) => "`".repeat(size)).join(" ")],
    ["elements in elements", filled("<div><figure>")],
    ["quoted and unquoted lines in turn", filled("> a\nb\n")],
    ["formula marks", filled("$$\n")],
    ["comments that never end", filled("<!-- ")],
  ])("is read and printed back in bounded time: %s", { tags: ["long"] }, (_, markdown) => {
    const started = processorTime();
    expect(markdownFromDocument(documentFromMarkdown(markdown)) === markdown).toBe(true);
    expect(processorTime() - started).toBeLessThan(8_000);
  });

  const cell = "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>";
  const cellEnd = "</td></tr></tbody></table>";

  test.each([
    ["comments that never end", `<div>${filled("<!-- ", 1_000_000)}</div>`],
    ["code that never ends", `<div>${filled("<pre ", 1_000_000)}</div>`],
    ["comments in elements", `<div>${filled("<div>x</div><!-- <div> -->", 1_000_000)}</div>`],
    ["tables in tables", filled(`<div>${cell.repeat(11)}x${cellEnd.repeat(11)}</div>\n\n`, 1_000_000)],
    ["elements that never end", filled("<div><table>", 1_000_000)],
  ])("is read only for showing in bounded time: %s", { tags: ["long"] }, (_, markdown) => {
    const started = processorTime();
    documentFromMarkdown(markdown, { isOnlyShown: true });
    expect(processorTime() - started).toBeLessThan(8_000);
  });

  test("keeps the blocks beyond the limit as text, including the cells of a header", { tags: ["long"] }, () => {
    const header = (columns: number) => `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n`;
    const typesOf = (markdown: string) => documentFromMarkdown(markdown).nodes.map(({ type }) => type);
    expect(typesOf(header(15_000))).toEqual(["table"]);
    expect(typesOf(header(20_001))).toEqual(["paragraph"]);
    expect(typesOf("# a\n".repeat(30_000)).filter((type) => type === "heading-1")).toHaveLength(20_000);
  });

  test("is read in bounded time if it has many empty lines within code", { tags: ["long"] }, () => {
    const started = processorTime();
    documentFromMarkdown(`text\n\n    a${"\n".repeat(250_000)}    b\n`);
    expect(processorTime() - started).toBeLessThan(10_000);
  });
});
