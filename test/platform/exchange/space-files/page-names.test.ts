import { expect, test } from "vitest";
import { SiblingSlugs } from "../../../../src/platform/content/placement.ts";
import { nameOfSource, titleOfName } from "../../../../src/platform/exchange/space-files/page-facts.ts";

test.each([
  ["getting-started", "Getting started"],
  ["api_v2  reference", "Api v2 reference"],
  ["éclair", "Éclair"],
  ["𐐨x", "𐐀x"],
  ["---", "---"],
])("the name %s becomes the title %s", (name, title) => {
  expect(titleOfName(name)).toBe(title);
});

test.each([
  ["README.md", "README"],
  ["index.md", "index"],
  ["guide/README.md", "guide"],
  ["a/guide/Index.MDX", "guide"],
  ["a/setup.v2.markdown", "setup.v2"],
])("the page %s is named after %s", (source, name) => {
  expect(nameOfSource(source)).toBe(name);
});

test("siblings get numbered slugs, other parents do not", () => {
  const slugs = new SiblingSlugs();
  const taken = [
    ["a", "Setup"],
    ["a", "Setup!"],
    ["a", "setup 1"],
    ["a", "SETUP"],
    ["b", "setup"],
    [null, "setup"],
  ].map(([parent, name]) => slugs.take(parent ?? null, name ?? "").slug);
  expect(taken).toEqual(["setup", "setup-1", "setup-1-1", "setup-2", "setup", "setup"]);
});

test("a numbered slug does not exceed the maximum length", () => {
  const slugs = new SiblingSlugs();
  slugs.take(null, "x".repeat(120));
  expect(slugs.take(null, "x".repeat(120)).slug).toBe(`${"x".repeat(98)}-1`);
});

test("numbering ten thousand equal names takes time proportional to their number", () => {
  const slugs = new SiblingSlugs();
  for (let index = 0; index < 10_000; index++) slugs.take(null, "page");
  expect(slugs.take(null, "page").slug).toBe("page-10000");
});
