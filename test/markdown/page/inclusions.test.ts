import { expect, it } from "vitest";
import { listIncludes, listInclusions } from "../../../src/markdown/page/links.ts";

it("the inclusions of a page are listed with the exact place of their names", () => {
  const page = `{% include "../includes/a.md" %}\n\n{% openapi-operation spec="pets" path="/cats" %}\n{%- include 'b.md' -%}\n`;
  const found = listInclusions(page);
  expect(found.map(({ kind, target }) => [kind, target])).toEqual([
    ["include", "../includes/a.md"],
    ["openapi", "pets"],
    ["include", "b.md"],
  ]);
  for (const { target, start, end } of found) expect(page.slice(start, end)).toBe(target);
});

it("an include is its whole line, without the line ending", () => {
  const page = `Above\n\n  {% include "a.md" %}  \r\nbelow\n`;
  const [include] = listIncludes(page);
  expect(include).toMatchObject({ path: "a.md", indent: "  " });
  expect(page.slice(include?.start, include?.end)).toBe(`  {% include "a.md" %}  `);
});

it("an include followed by text depends on its target, and cannot be replaced by its text", () => {
  const page = `{% include "a.md" %} and more\n`;
  expect(listInclusions(page)).toHaveLength(1);
  expect(listIncludes(page)).toEqual([]);
});

it.each([
  '```\n{% include "a.md" %}\n```\n',
  'Say {% include "a.md" %} in a line.\n',
  "{% include a.md %}\n",
  "{% include \"a.md' %}\n",
])("no include is read in %j", (page) => {
  expect(listInclusions(page)).toEqual([]);
  expect(listIncludes(page)).toEqual([]);
});
