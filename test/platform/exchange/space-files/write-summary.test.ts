import { expect, test } from "vitest";
import { type SummaryLine, writeSummary } from "../../../../src/platform/exchange/space-files/edit-summary.ts";
import { parseSummary } from "../../../../src/platform/exchange/space-files/summary.ts";

test("groups at the end become headings, the tree becomes nested items", () => {
  const lines: SummaryLine[] = [
    { depth: 0, type: "document", title: "Welcome", path: "README.md" },
    { depth: 0, type: "group", title: "Guides" },
    { depth: 1, type: "document", title: "One", linkTitle: "First", path: "guides/one.md" },
    { depth: 2, type: "document", title: "Two", path: "guides/one/two words.md" },
    { depth: 1, type: "link", title: "Site", target: "https://example.com/a_(b)" },
    { depth: 0, type: "group", title: "API" },
  ];
  expect(writeSummary("Handbook", lines)).toBe(`# Handbook

* [Welcome](README.md)

## Guides

* [One](guides/one.md "First")
  * [Two](guides/one/two%20words.md)
* [Site](<https://example.com/a_(b)>)

## API
`);
});

test("a group that other pages follow is an item, because a heading would make them its children", () => {
  const lines: SummaryLine[] = [
    { depth: 0, type: "group", title: "Guides" },
    { depth: 1, type: "document", title: "One", path: "one.md" },
    { depth: 0, type: "document", title: "Two", path: "two.md" },
  ];
  expect(writeSummary("T", lines)).toBe("# T\n\n* Guides\n  * [One](one.md)\n* [Two](two.md)\n");
});

test("a depth that skips a level is written as the next level", () => {
  const lines: SummaryLine[] = [
    { depth: 0, type: "document", title: "a", path: "a.md" },
    { depth: 4, type: "document", title: "b", path: "b.md" },
  ];
  expect(writeSummary("T", lines)).toBe("# T\n\n* [a](a.md)\n  * [b](b.md)\n");
});

test.each([
  "[x] \\ `code` *b* _i_ <b> &amp; ~~s~~",
  "C#",
  "# one #",
  "https://example.com",
  "](evil.md)",
  "- dash",
  'say "hi"',
  "![x](y)",
])("a title is read back unchanged: %s", (title) => {
  const lines: SummaryLine[] = [
    { depth: 0, type: "document", title, linkTitle: title, path: "100%/a (b)#c?[d] 'e':ü.md" },
    { depth: 1, type: "group", title },
    { depth: 0, type: "group", title },
  ];
  expect(parseSummary(writeSummary(title, lines))).toEqual([
    {
      kind: "page",
      parent: null,
      line: 3,
      title,
      linkTitle: title,
      address: "100%25/a%20%28b%29%23c%3F%5Bd%5D%20%27e%27%3Aü.md",
    },
    { kind: "group", parent: 0, line: 4, title },
    { kind: "group", parent: null, line: 6, title },
  ]);
});

test("addresses that would end the link are read back unchanged, with line breaks encoded", () => {
  const targets = [
    "https://example.com/a b",
    'https://example.com/?q="x"',
    "https://example.com/(",
    "https://e.com/a\\b",
  ];
  const lines = targets.map((target): SummaryLine => ({ depth: 0, type: "link", title: "x", target }));
  expect(parseSummary(writeSummary("T", lines)).map((entry) => "address" in entry && entry.address)).toEqual(targets);
  const broken: SummaryLine = { depth: 0, type: "link", title: "a\n* b", target: "https://e.com/\n* [x](y)" };
  expect(writeSummary("T", [broken])).toBe("# T\n\n* [a \\* b](<https://e.com/%0A* [x](y)>)\n");
});

test("settings of computed pages are read back unchanged, whatever they contain", () => {
  const computed = {
    type: "builtin:openapi",
    props: { models: true, text: "a\n```\n* [Evil](evil.md)\n````\n", list: [1, { a: null }] },
    dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } },
  };
  const lines: SummaryLine[] = [
    { depth: 0, type: "document", title: "A", path: "a.md" },
    { depth: 1, type: "computed", title: "Pets", computed },
    { depth: 0, type: "document", title: "B", path: "b.md" },
  ];
  const read = parseSummary(writeSummary("T", lines));
  expect(read.map(({ kind, parent }) => [kind, parent])).toEqual([
    ["page", null],
    ["computed", 0],
    ["page", null],
  ]);
  expect(read[1]).toMatchObject({ source: computed });
});
