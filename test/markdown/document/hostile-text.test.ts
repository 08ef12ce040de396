import { describe, expect, test } from "vitest";
import { markdownFromDocument } from "../../../src/markdown/document/printing/to-markdown.ts";
import { documentFromMarkdown } from "../../../src/markdown/document/reading/from-markdown.ts";
import { processorTime } from "../../support/processor-time.ts";

const repeated = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));

function timeToRead(markdown: string): number {
  const started = processorTime();
  expect(markdownFromDocument(documentFromMarkdown(markdown)) === markdown).toBe(true);
  return processorTime() - started;
}

describe("a hostile document", () => {
  test.each([
    ["email addresses that never end", repeated("a.b@c.", 1_000_000)],
    ["a long word before an at sign", `${repeated("a.", 1_000_000)}@ b`],
    ["a long URL", `http://a.b/${repeated(")", 1_000_000)} b`],
    ["spaces in a line", `a.${repeated(" ", 1_000_000)}b@`],
    ["underlined titles", repeated("a\n-\n", 100_000)],
    ["one list item of many lines", `- a\n${repeated("  b\n", 250_000)}`],
    ["one list item of many paragraphs", `- a\n\n${repeated("  b\n\n", 250_000)}`],
    ["blank lines within code", `text\n\n    a${repeated("\n", 1_000_000)}    b\n`],
    ["rows without a table", repeated("a | b\n", 250_000)],
  ])("is read in linear time: %s", (_, markdown) => {
    expect(timeToRead(markdown)).toBeLessThan(15_000);
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
