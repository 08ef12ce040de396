import { expect, test } from "vitest";
import { pageVariables } from "../../../src/markdown/expressions/expressions.ts";
import {
  findBodyStart,
  findFrontMatterScalar,
  readFrontMatter,
  withFrontMatter,
} from "../../../src/markdown/grammar/front-matter.ts";
import { expectLinearCost } from "../../support/cost.ts";

test("attributes are between two --- lines at the very start", () => {
  expect(readFrontMatter("---\ntitle: Install\nhidden: true\n---\n# Install\n")).toEqual({
    attributes: { title: "Install", hidden: true },
    bodyStart: 36,
  });
});

test("a BOM, CRLF and a missing final newline do not matter", () => {
  expect(readFrontMatter("\ufeff---\r\ntitle: A\r\n---\r\nText")).toEqual({
    attributes: { title: "A" },
    bodyStart: 21,
  });
  expect(readFrontMatter("---\ntitle: A\n---")).toEqual({ attributes: { title: "A" }, bodyStart: 16 });
});

test("a page without front matter starts after its BOM", () => {
  expect(readFrontMatter("# A\n")).toEqual({ attributes: {}, bodyStart: 0 });
  expect(readFrontMatter("\ufeff# A\n")).toEqual({ attributes: {}, bodyStart: 1 });
  expect(readFrontMatter("")).toEqual({ attributes: {}, bodyStart: 0 });
});

test("front matter that is not closed, or not at the start, is text", () => {
  expect(findBodyStart("---\ntitle: A\n\nText")).toBe(0);
  expect(findBodyStart("\n---\ntitle: A\n---\n")).toBe(0);
  expect(findBodyStart("----\ntitle: A\n---\n")).toBe(0);
});

test("prose and lists between two rules stay on the page", () => {
  expect(readFrontMatter("---\n\nOnly words here.\n\n---\n")).toEqual({ attributes: {}, bodyStart: 0 });
  expect(readFrontMatter("---\n- one\n- two\n---\n")).toEqual({ attributes: {}, bodyStart: 0 });
});

test("empty front matter has no attributes and no problem", () => {
  expect(readFrontMatter("---\n---\nText")).toEqual({ attributes: {}, bodyStart: 8 });
  expect(readFrontMatter("---\n# only a comment\n---\nText")).toEqual({ attributes: {}, bodyStart: 25 });
});

test("invalid YAML is a problem, not an exception, and ends at the usual place", () => {
  const read = readFrontMatter('---\ntitle: "unclosed\n---\nText');
  expect(read.attributes).toEqual({});
  expect(read.bodyStart).toBe(25);
  expect(read.problem).toMatch(/^The front matter is not valid YAML: /);
});

test("a bomb of aliases is rejected", () => {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}1]`,
  );
  const read = readFrontMatter(`---\nl0: &l0 [1]\n${levels.join("\n")}\n---\nText`);
  expect(read.attributes).toEqual({});
  expect(read.problem).toMatch(/alias/i);
});

test("excessive nesting and excessive length are problems", { tags: ["long"] }, () => {
  expect(readFrontMatter(`---\na: ${"[".repeat(60_000)}\n---\n`).problem).toBeDefined();
  expect(readFrontMatter(`---\na: ${"x".repeat(70_000)}\n---\n`)).toEqual({
    attributes: {},
    bodyStart: 70_012,
    problem: "The front matter is longer than 65536 characters.",
  });
});

test("a key called __proto__ is an ordinary key", () => {
  const { attributes } = readFrontMatter("---\n__proto__:\n  polluted: true\n---\n");
  expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("a scalar is found with the offsets of its value as written", () => {
  const page = "---\nversion: 1.10 # current\ntitle: 'A b'\nlist: [1]\n---\n";
  expect(findFrontMatterScalar(page, "version")).toEqual({ value: "1.10", start: 13, end: 17, quoted: false });
  expect(findFrontMatterScalar(page, "title")).toEqual({ value: "A b", start: 35, end: 40, quoted: true });
  expect(findFrontMatterScalar(page, "list")).toBeUndefined();
  expect(findFrontMatterScalar(page, "absent")).toBeUndefined();
});

test("thousands of keys are read in linear time, and a duplicate is reported", async () => {
  const withKeys = (count: number) =>
    readFrontMatter(`---\n${Array.from({ length: count }, (_, index) => `k${index}: 1`).join("\n")}\n---\n`);
  expect(Object.keys(withKeys(5_500).attributes)).toHaveLength(5_500);
  await expectLinearCost(withKeys, 650);
  expect(readFrontMatter("---\na: 1\na: 2\n---\n").problem).toBe(
    'The front matter is not valid YAML: the key "a" appears twice in one mapping',
  );
});

test.each([
  ["empty lists", "[]"],
  ["lists", "[x]"],
  ["mappings", "{}"],
])("aliases that double %s with each line are rejected in linear time", async (_, base) => {
  const withLines = (count: number) => {
    const lines = Array.from({ length: count }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`);
    return `---\na0: &a0 ${base}\n${lines.join("\n")}\ntitle: A\n---\nText.\n`;
  };
  await expectLinearCost((count) => {
    const page = withLines(count);
    readFrontMatter(page);
    withFrontMatter(page, { title: "B" });
    pageVariables(page);
  }, 3);
  const page = withLines(40);
  expect(readFrontMatter(page).problem).toContain("aliases");
  expect(withFrontMatter(page, { title: "B" })).toBe(page);
  expect(pageVariables(page)).toEqual({});
});

test("an alias of a value is that value", () => {
  expect(readFrontMatter("---\na: &a [1, 2]\nb: *a\n---\n").attributes).toEqual({ a: [1, 2], b: [1, 2] });
});

test("a list that contains itself is rejected", () => {
  expect(readFrontMatter("---\na: &a [*a]\n---\n").problem).toContain("aliases");
});
