import { expect, test } from "vitest";
import { parseSummary } from "../../../../src/platform/exchange/space-files/summary.ts";
import { expectLinearCost } from "../../../support/cost.ts";

/** Entries as an outline: two spaces per level. */
function outline(markdown: string): string[] {
  const entries = parseSummary(markdown);
  const depths: number[] = [];
  return entries.map((entry, index) => {
    depths[index] = entry.parent === null ? 0 : (depths[entry.parent] ?? 0) + 1;
    const address = "address" in entry ? ` -> ${entry.address}` : "";
    return `${"  ".repeat(depths[index] ?? 0)}${entry.kind} ${entry.title}${address}`;
  });
}

test.each([
  ["two spaces", "  "],
  ["three spaces", "   "],
  ["four spaces", "    "],
  ["tabs", "\t"],
])("four levels indented by %s nest four deep", (_name, indent) => {
  const markdown = ["a", "b", "c", "d"].map((name, depth) => `${indent.repeat(depth)}* [${name}](${name}.md)`);
  expect(outline([...markdown, "* [e](e.md)"].join("\n"))).toEqual([
    "page a -> a.md",
    "  page b -> b.md",
    "    page c -> c.md",
    "      page d -> d.md",
    "page e -> e.md",
  ]);
});

test("bullets and numbers of every kind are entries", () => {
  expect(outline("* [a](a.md)\n- [b](b.md)\n+ [c](c.md)\n1. [d](d.md)\n2) [e](e.md)\n- [x] [f](f.md)")).toEqual([
    "page a -> a.md",
    "page b -> b.md",
    "page c -> c.md",
    "page d -> d.md",
    "page e -> e.md",
    "page f -> f.md",
  ]);
});

test("an uneven indent does not change the parent", () => {
  expect(outline("* [a](a.md)\n   * [b](b.md)\n  * [c](c.md)\n * [d](d.md)")).toEqual([
    "page a -> a.md",
    "  page b -> b.md",
    "  page c -> c.md",
    "page d -> d.md",
  ]);
});

test("headings group what follows, except a leading title", () => {
  const markdown = `# Table of contents

* [Welcome](README.md)

## Use cases <a href="#use-cases" id="use-cases"></a>

* [One](one.md)
  * [Two](two.md)

### API \\#2 ##

* [Three](three.md)
`;
  expect(outline(markdown)).toEqual([
    "page Welcome -> README.md",
    "group Use cases",
    "  page One -> one.md",
    "    page Two -> two.md",
    "group API #2",
    "  page Three -> three.md",
  ]);
});

test("underlined headings count as headings", () => {
  expect(outline("Summary\n=======\n\n* [a](a.md)\n\nGuides\n------\n\n* [b](b.md)")).toEqual([
    "page a -> a.md",
    "group Guides",
    "  page b -> b.md",
  ]);
});

test("plain entries are groups, and so are links without an address", () => {
  expect(outline("* Guides\n  * [a](a.md)\n* [Later]()\n* [Here](#here)")).toEqual([
    "group Guides",
    "  page a -> a.md",
    "group Later",
    "group Here",
  ]);
});

test("addresses keep encoding and anchors; angle brackets, spaces and parentheses are read", () => {
  expect(
    outline(
      "* [a](my%20page.md#top)\n* [b](<my other page.md>)\n* [c](a (draft).md)\n* [d](plain name.md 'T')\n* [e](./x\\_y.md)",
    ),
  ).toEqual([
    "page a -> my%20page.md#top",
    "page b -> my other page.md",
    "page c -> a (draft).md",
    "page d -> plain name.md",
    "page e -> ./x_y.md",
  ]);
});

test("a link title is separate from the title", () => {
  expect(parseSummary('* [Billing and plans](billing.md "Billing \\"new\\"")')).toEqual([
    {
      kind: "page",
      parent: null,
      line: 1,
      title: "Billing and plans",
      address: "billing.md",
      linkTitle: 'Billing "new"',
    },
  ]);
});

test("links to other sites are link entries", () => {
  expect(
    outline("* [Site](https://example.com/a_(b))\n* [Mail](mailto:a@example.com)\n* <https://example.com>"),
  ).toEqual([
    "link Site -> https://example.com/a_(b)",
    "link Mail -> mailto:a@example.com",
    "link https://example.com -> https://example.com",
  ]);
});

test("titles are text: no emphasis, code marks, escapes, entities, or tags", () => {
  expect(
    outline(
      "* [**Bold** and `code_x`](a.md)\n* [snake\\_case \\[v2\\] &amp; more&#x20;](b.md)\n* [![icon](i.png) Start](c.md)\n* [<mark>New</mark> _page_](d.md)\n* **[Wrapped](e.md)**",
    ),
  ).toEqual([
    "page Bold and code_x -> a.md",
    "page snake_case [v2] & more -> b.md",
    "page icon Start -> c.md",
    "page New page -> d.md",
    "page Wrapped -> e.md",
  ]);
});

test("separators, prose, fences, comments and front matter have no entries", () => {
  const markdown = `---
tags:
  - none
---
# Summary
Some words.
* [a](a.md)
---
* * *
\`\`\`md
* [fenced](fenced.md)
~~~
\`\`\`
<!-- * [hidden](hidden.md)
* [too](too.md) -->
* [b](b.md) <!-- note -->
`;
  expect(outline(markdown)).toEqual(["page a -> a.md", "page b -> b.md"]);
});

test("a separator at the beginning of a file is not treated as front matter", () => {
  expect(outline("---\n* [a](a.md)\n---\n* [b](b.md)")).toEqual(["page a -> a.md", "page b -> b.md"]);
});

test("a byte order mark and Windows line ends are ignored", () => {
  expect(outline("\uFEFF# Summary\r\n\r\n* [a](a.md)\r\n  * [b](b.md)\r\n")).toEqual([
    "page a -> a.md",
    "  page b -> b.md",
  ]);
});

test("entries have their line numbers", () => {
  expect(parseSummary("# S\n\n* [a](a.md)\n").map((entry) => entry.line)).toEqual([3]);
});

test.each([
  // Longer lines are no entries.
  ["open brackets", (length: number) => `* ${"[".repeat(length)}\n`.repeat(50), 480],
  ["open destinations", (length: number) => `* ${"[](".repeat(length / 3)}\n`.repeat(50), 480],
  ["images", (length: number) => `* ${"![".repeat(length / 2)}\n`.repeat(50), 480],
  ["tags", (length: number) => `* ${"<a ".repeat(length / 3)}\n`.repeat(50), 480],
  ["emphasis", (length: number) => `* ${"*_".repeat(length / 2)}\n`.repeat(50), 480],
  ["spaces", (length: number) => `* a${" ".repeat(length)}#\n`.repeat(50), 480],
  ["many entries", (length: number) => "* [a](a.md)\n".repeat(length / 12), 10_000],
  ["one long line", (length: number) => `* [a](${"(".repeat(length)}`, 10_000],
  ["open comments", (length: number) => "<!--".repeat(length / 4), 10_000],
  [
    "ever deeper items",
    (length: number) => Array.from({ length: Math.sqrt(length) }, (_, at) => `${"  ".repeat(at)}* x`).join("\n"),
    20_000,
  ],
])("parsing hostile input takes time proportional to its length: %s", async (_name, markdown, size) => {
  await expectLinearCost((length) => parseSummary(markdown(length)), size);
});

test("an item of only fenced settings requests computed pages; items below it become its siblings", () => {
  const settings = "type: builtin:openapi\n    dependencies: { spec: { ref: { kind: openapi, spec: pets } } }";
  const markdown = `* [A](a.md)\n  * \`\`\`yaml\n    ${settings}\n    \`\`\`\n    * [B](b.md)\n- ~~~\n  no: settings\n  ~~~\n* [C](c.md)\n`;
  expect(outline(markdown)).toEqual([
    "page A -> a.md",
    "  computed builtin:openapi",
    "  page B -> b.md",
    "page C -> c.md",
  ]);
  expect(parseSummary(markdown)[1]).toMatchObject({
    source: { type: "builtin:openapi", dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } } },
  });
});

test("fenced settings that are meaningless, invalid YAML or unterminated are not entries", () => {
  for (const settings of ["- 1", "type: [", "type: 1", "a: &a 1\n  type: *a", ""]) {
    expect(outline(`* \`\`\`yaml\n  ${settings}\n  \`\`\`\n* [A](a.md)\n`)).toEqual(["page A -> a.md"]);
  }
  expect(outline("* [A](a.md)\n* ```yaml\n  type: x\n* [B](b.md)\n")).toHaveLength(2);
});

test("fenced settings whose aliases double with each line are not an entry, and take linear time", async () => {
  const withLines = (count: number) => {
    const lines = Array.from({ length: count }, (_, at) => `  a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`);
    const settings = ["  type: x", "  a0: &a0 []", ...lines].join("\n");
    return outline(`* \`\`\`yaml\n${settings}\n  \`\`\`\n* [A](a.md)\n`);
  };
  await expectLinearCost(withLines, 3);
  expect(withLines(40)).toEqual(["page A -> a.md"]);
});
