import fc from "fast-check";
import { expect, test } from "vitest";
import { type Block, type HeadingBlock, maxBlocks, scanBlocks } from "../../../src/markdown/grammar/blocks.ts";
import { findBodyStart } from "../../../src/markdown/grammar/front-matter.ts";
import { markdownPage } from "../markdown-page.ts";

/** Kind and source of each block, without blank ones. */
function outline(markdown: string): string[] {
  return scanBlocks(markdown)
    .filter((block) => block.kind !== "blank")
    .map((block) => `${block.kind} ${JSON.stringify(markdown.slice(block.start, block.end))}`);
}

function headings(markdown: string): HeadingBlock[] {
  return scanBlocks(markdown).filter((block): block is HeadingBlock => block.kind === "heading");
}

function titles(markdown: string): string[] {
  return headings(markdown).map(({ level, title }) => `${level} ${title}`);
}

test("blocks follow each other without gaps, whatever the text", () => {
  const covers = (markdown: string) => {
    let position = findBodyStart(markdown);
    for (const block of scanBlocks(markdown)) {
      expect(block.start).toBe(position);
      expect(block.end).toBeGreaterThan(block.start);
      position = block.end;
    }
    expect(position).toBe(markdown.length);
  };
  fc.assert(fc.property(markdownPage(), covers));
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."#`~-=*<>!|{}%[]() \t\r\nab1.".split("")) }), covers));
});

test.each(["# a\n", "- a\n", "a\n\n"])(
  "a page that repeats %j has a bounded number of blocks",
  { tags: ["long"] },
  (part) => {
    const markdown = part.repeat(maxBlocks + 1000);
    const blocks = scanBlocks(markdown);
    expect(blocks).toHaveLength(maxBlocks + 1);
    expect(blocks.at(-1)).toMatchObject({ kind: "text", end: markdown.length });
    expect(blocks.at(-1)?.start).toBe(blocks.at(-2)?.end);
  },
);

test("a page with as many blocks as are distinguished has no rest", () => {
  expect(scanBlocks("# a\n".repeat(maxBlocks))).toHaveLength(maxBlocks);
});

test("ATX headings may close with marks, be indented by three and be empty", () => {
  expect(titles("# A\n## B ##\n   ### C\n####\n###### F #tag\n####### no\n#no\n")).toEqual([
    "1 A",
    "2 B",
    "3 C",
    "4 ",
    "6 F #tag",
  ]);
});

test("a paragraph with an underline is a heading", () => {
  expect(titles("One\n===\n\nTwo\nlines\n---\n\n- item\n---\n\n| a |\n---\n\n---\n")).toEqual(["1 One", "2 Two lines"]);
});

test("headings in fences, comments, scripts and indented code do not count", () => {
  const page = [
    "```sh\n# a\n```",
    "~~~~\n# b\n~~~\n# c\n~~~~",
    "<!--\n# d\n\n# e\n-->",
    "<pre>\n\n# f\n</pre>",
    "    # g",
    "> # h",
    "- # i\n\n  # j",
    "# Real",
  ].join("\n\n");
  expect(titles(page)).toEqual(["1 Real"]);
});

test("an unclosed fence or comment extends to the end", () => {
  expect(titles("# A\n```\n# b\n")).toEqual(["1 A"]);
  expect(titles("# A\n<!--\n# b\n")).toEqual(["1 A"]);
});

test("a fence in a list item is read at its indentation and ends with the item", () => {
  expect(outline("1. ```sh\n   # a\n   ```\n2. b\n\n   - c\n\n     ```\n     # d\n     ```\n# E\n")).toEqual([
    'fence "1. ```sh\\n   # a\\n   ```\\n"',
    'text "2. b\\n"',
    'text "   - c\\n"',
    'fence "     ```\\n     # d\\n     ```\\n"',
    'heading "# E\\n"',
  ]);
  expect(titles("- ```\n  a\n# B\n")).toEqual(["1 B"]);
});

test("quotes, list items and indented code begin blocks of their own, and definitions are no heading", () => {
  expect(outline("a\n> ```\n> # b\n- > c\n  > d\n\ne\n\n    f\ng\n")).toEqual([
    'text "a\\n"',
    'text "> ```\\n> # b\\n"',
    'text "- > c\\n  > d\\n"',
    'text "e\\n"',
    'text "    f\\n"',
    'text "g\\n"',
  ]);
  expect(titles("[a]: b\n===\n")).toEqual([]);
});

test("a fence knows its info and its content", () => {
  const page = "```js title=a\nlet a;\n```\n";
  const [fence] = scanBlocks(page);
  expect(fence).toEqual({
    kind: "fence",
    start: 0,
    end: 25,
    depth: 0,
    info: "js title=a",
    content: { start: 14, end: 21 },
  });
});

test("tag lines, HTML, list items and table rows are blocks of their own", () => {
  const page =
    '{% hint style="info" %}\ntext\n{% endhint %}\n<figure><img src="a"></figure>\n{% tab %}\n* a\n  more\n* b\n\n| a |\n| - |\n';
  expect(outline(page)).toEqual([
    'tag "{% hint style=\\"info\\" %}\\n"',
    'text "text\\n"',
    'tag "{% endhint %}\\n"',
    'html "<figure><img src=\\"a\\"></figure>\\n"',
    'tag "{% tab %}\\n"',
    'text "* a\\n  more\\n"',
    'text "* b\\n"',
    'text "| a |\\n"',
    'text "| - |\\n"',
  ]);
});

test("a comment or a tag directly below HTML is a separate block", () => {
  expect(outline("<div>\n</div>\n<!-- a\n\n# b -->\n<div>\n{% endtab %}\n")).toEqual([
    'html "<div>\\n</div>\\n"',
    'html "<!-- a\\n\\n# b -->\\n"',
    'html "<div>\\n"',
    'tag "{% endtab %}\\n"',
  ]);
});

test("a tag may span several lines, and is text if it never ends", () => {
  expect(outline('{% openapi src="a"\n   path="/b" %}\nx\n')).toEqual([
    'tag "{% openapi src=\\"a\\"\\n   path=\\"/b\\" %}\\n"',
    'text "x\\n"',
  ]);
  expect(outline("{% openapi\n\nx %}\n")).toEqual(['text "{% openapi\\n"', 'text "x %}\\n"']);
});

test("headings in tags and elements have their depth and the place where the tag closes", () => {
  const page =
    "# A\n{% tabs %}\n{% tab %}\n## B\n{% endtab %}\n{% endtabs %}\n<details>\n\n## C\n\n</details>\n\n# D\n";
  expect(
    headings(page).map(({ title, depth, containerEnd }) => [title, depth, page.slice(containerEnd, containerEnd + 10)]),
  ).toEqual([
    ["A", 0, ""],
    ["B", 2, "{% endtab "],
    ["C", 1, "</details>"],
    ["D", 0, ""],
  ]);
});

test("tags that are unclosed, closed twice or closed in the wrong order contain nothing", () => {
  const depths = (page: string) => headings(page).map(({ depth }) => depth);
  expect(depths("{% embed %}\n# A\n")).toEqual([0]);
  expect(depths("{% endhint %}\n# A\n")).toEqual([0]);
  expect(depths("{% tabs %}\n{% tab %}\n# A\n{% endtabs %}\n{% endtab %}\n# B\n")).toEqual([1, 0]);
  expect(depths("{% hint %}\n# A\ntext {% endhint %}\n# B\n")).toEqual([1, 0]);
});

test("a title has no inline markup", () => {
  expect(titles("# **Bold** [link](a.md) `code` <mark>x</mark> \\* snake_case &amp; ![alt](b)\n")).toEqual([
    "1 Bold link code x * snake_case & alt",
  ]);
});

test("anchors are unique, and an explicit one takes precedence", () => {
  const page = [
    "# Set up & run!",
    "# Install",
    "# Install",
    "# Install 1",
    "# Ünïcode Größe",
    "# 安装 指南",
    "# !!!",
    '# Written <a href="#w" id="by-hand"></a>',
    "# Braced {#install-1}",
    '# <a id="first"></a> Leading',
  ].join("\n");
  expect(headings(page).map(({ title, anchor }) => [title, anchor])).toEqual([
    ["Set up & run!", "set-up-run"],
    ["Install", "install"],
    ["Install", "install-2"],
    ["Install 1", "install-1-1"],
    ["Ünïcode Größe", "ünïcode-größe"],
    ["安装 指南", "安装-指南"],
    ["!!!", "section"],
    ["Written", "by-hand"],
    ["Braced", "install-1"],
    ["Leading", "first"],
  ]);
});

test("CRLF, tabs and a BOM change nothing", () => {
  expect(titles("\ufeff# A\r\n\r\n#\tB ##\r\n\r\nC\r\n---\r\n\t# code\r\n")).toEqual(["1 A", "1 B", "2 C"]);
});

/** Sizes at which anything quadratic would take minutes and anything recursive would overflow the stack. */
test("hostile pages of half a megabyte are read to the end", { tags: ["long"] }, () => {
  const hostile = [
    "{% a %}\n# x\n".repeat(20_000) + "{% enda %}\n".repeat(20_000),
    "{%\n".repeat(150_000),
    "<div>\n\n".repeat(70_000),
    "```\n~~~\n".repeat(60_000),
    "- ".repeat(250_000),
    "<!--\n".repeat(100_000),
    "# a\n".repeat(120_000),
    `# ${"<a ".repeat(160_000)}`,
    `# x${" ".repeat(500_000)}#`,
    Array.from({ length: 900 }, (_, indent) => `${" ".repeat(indent)}- a`).join("\n"),
  ];
  for (const page of hostile) {
    const blocks: Block[] = scanBlocks(page);
    expect(blocks.at(-1)?.end).toBe(page.length);
  }
});
