import { describe, expect, test } from "vitest";
import { markdownFromDocument } from "../../../src/markdown/document/printing/to-markdown.ts";
import { documentFromMarkdown } from "../../../src/markdown/document/reading/from-markdown.ts";
import { expectLinearCost } from "../../support/cost.ts";

const repeated = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));

describe("a hostile document", () => {
  test.each([
    ["email addresses that never end", (length: number) => repeated("a.b@c.", length)],
    ["a long word before an at sign", (length: number) => `${repeated("a.", length)}@ b`],
    ["a long URL", (length: number) => `http://a.b/${repeated(")", length)} b`],
    ["spaces in a line", (length: number) => `a.${repeated(" ", length)}b@`],
    ["underlined titles", (length: number) => repeated("a\n-\n", length)],
    ["one list item of many lines", (length: number) => `- a\n${repeated("  b\n", length)}`],
    ["one list item of many paragraphs", (length: number) => `- a\n\n${repeated("  b\n\n", length)}`],
    ["blank lines within code", (length: number) => `text\n\n    a${repeated("\n", length)}    b\n`],
    ["rows without a table", (length: number) => repeated("a | b\n", length)],
  ])("is read in linear time: %s", async (_, page) => {
    const read = (length: number) => {
      const markdown = page(length);
      expect(markdownFromDocument(documentFromMarkdown(markdown)) === markdown).toBe(true);
    };
    read(250_000);
    await expectLinearCost(read, 20_000);
  });
});

test("the rest of a page with too many blocks is one paragraph of its Markdown", () => {
  const document = documentFromMarkdown(repeated("# a\n", 500_000));
  expect(document.nodes.length).toBeGreaterThan(19_000);
  expect(document.nodes.length).toBeLessThan(25_000);
  expect(document.nodes.at(-1)).toMatchObject({ type: "paragraph" });
  expect(JSON.stringify(document.nodes.at(-1))).toContain("verbatim");
});

test("tags without a partner count as blocks", () => {
  const markdown = repeated("{% endhint %}\n", 1_000_000);
  const document = documentFromMarkdown(markdown);
  expect(document.nodes.length).toBeLessThan(20_002);
  expect(markdownFromDocument(document) === markdown).toBe(true);
});

test.each(["http://a.b/c ", "www.a.b "])(
  "a paragraph that repeats %j many times is one text, while a few are links",
  (part) => {
    const kinds = (count: number) => {
      const [paragraph] = documentFromMarkdown(`${part.repeat(count)}\n`).nodes;
      return new Set((paragraph?.nodes ?? []).map((node) => ("type" in node ? node.type : node.object)));
    };
    expect([...kinds(10)]).toContain("link");
    expect([...kinds(2_000)]).toEqual(["text"]);
  },
);

test("code of too many lines is one paragraph of its Markdown, and so is what follows", () => {
  const nodes = documentFromMarkdown(`a\n\n\`\`\`\n${repeated("b\n", 120_000)}\`\`\`\n\nc\n`).nodes;
  expect(nodes.map(({ type }) => type)).toEqual(["paragraph", "paragraph", "paragraph"]);
});

test("a page with too many pieces of inline text keeps the rest of them as text", () => {
  const line = `${repeated("_a_ b ", 60)}\n\n`;
  const text = repeated(line, 1_200_000);
  const document = documentFromMarkdown(text);
  expect(JSON.stringify(document).length).toBeLessThan(64_000_000);
  expect(markdownFromDocument(document) === text).toBe(true);
});

test("a page read in parts gives the same blocks as one read at once", () => {
  const parts = [
    "# Title\n\nText with a [link][a] and\na second line.\n\n",
    "- item\n\n  more of it\n\n      code\n\n- next\n\n1. one\n2. two\n\n",
    "> quote\nlazy\n\n> again\n\n",
    "```js\n# no title\n\ntext\n```\n\n",
    "| a | b |\n| - | - |\n| c | d |\n\n",
    "Title\n=====\n\n    indented\n\n    code\n\n",
    "<div>\n\ntext\n\n</div>\n\n<!-- a\n\n# b\n\n-->\n\n",
    "***\n\n[a]: https://example.com 'A title'\n\n",
  ];
  const whole = parts.join("");
  const blocksOf = (markdown: string) =>
    documentFromMarkdown(markdown).nodes.map(({ type, data, nodes }) => JSON.stringify([type, data, nodes?.length]));
  const once = blocksOf(whole);
  expect(blocksOf(whole.repeat(100))).toEqual(Array.from({ length: 100 }, () => once).flat());
});
