import fc from "fast-check";
import { expect, test } from "vitest";
import { findTitle, toSlug, withTitle } from "../../../src/markdown/page/title.ts";

test("the title is that of the front matter, or else of a leading level-1 heading", () => {
  expect(findTitle("---\ntitle: From front\n---\n# Heading\n")).toEqual({
    source: "front_matter",
    title: "From front",
  });
  expect(findTitle("---\nicon: x\n---\n\n# Set **up** ##\n")).toEqual({
    source: "heading",
    title: "Set up",
    start: 19,
    end: 29,
  });
  expect(findTitle("<!-- note -->\n\nTitle\n=====\n")).toEqual({
    source: "heading",
    title: "Title",
    start: 15,
    end: 20,
  });
});

test("a page that starts with anything else has no title", () => {
  expect(findTitle("Text\n\n# Later\n")).toBeUndefined();
  expect(findTitle("## Second level\n")).toBeUndefined();
  expect(findTitle("---\ntitle: [a]\n---\nText")).toBeUndefined();
  expect(findTitle("")).toBeUndefined();
});

test("a new title replaces only the old title's words", () => {
  expect(withTitle("\ufeff# Old ##\r\n\r\nText", "New")).toBe("\ufeff# New ##\r\n\r\nText");
  expect(withTitle('# Old <a href="#o" id="o"></a>\nText', "New")).toBe('# New <a href="#o" id="o"></a>\nText');
  expect(withTitle("Old\nname\n===\nText", "New")).toBe("New\n===\nText");
  expect(withTitle("#\nText", "New")).toBe("# New\nText");
});

test("a title in the front matter keeps its style and the comments after it", () => {
  expect(withTitle("---\ntitle: Old # why\nicon: x\n---\n# H\n", "New")).toBe(
    "---\ntitle: New # why\nicon: x\n---\n# H\n",
  );
  expect(withTitle('---\ntitle: "Old"\n---\n', 'A "b"')).toBe('---\ntitle: "A \\"b\\""\n---\n');
  expect(withTitle("---\ntitle: Old\n---\n", "Yes: no")).toBe('---\ntitle: "Yes: no"\n---\n');
  expect(withTitle("---\ntitle: Old\n---\n", "true")).toBe('---\ntitle: "true"\n---\n');
  expect(withTitle("---\ntitle: >\n  Old\n  name\nicon: x\n---\n", "New")).toBe("---\ntitle: New\nicon: x\n---\n");
  expect(withTitle("---\n{title: Old, icon: x}\n---\n", "A, b")).toBe('---\n{title: "A, b", icon: x}\n---\n');
});

test("a page without a title gets a heading after its front matter", () => {
  expect(withTitle("Text\n", "New")).toBe("# New\n\nText\n");
  expect(withTitle("---\nicon: x\n---\n\nText\r\n\r\n", "New")).toBe("---\nicon: x\n---\n\n# New\n\nText\r\n\r\n");
  expect(withTitle("---\r\nicon: x\r\n---\r\nText\r\n", "New")).toBe("---\r\nicon: x\r\n---\r\n# New\r\n\r\nText\r\n");
  expect(withTitle("", "New")).toBe("# New\n");
  expect(withTitle("---\nicon: x\n---", "New")).toBe("---\nicon: x\n---\n# New\n");
});

test("a blank title changes nothing", () => {
  expect(withTitle("# Old\n", " \n")).toBe("# Old\n");
});

test("markup in a title is escaped only if it would be read as markup", () => {
  expect(withTitle("# Old\n", "snake_case & C#")).toBe("# snake_case & C#\n");
  expect(withTitle("# Old\n", "The *star*")).toBe("# The \\*star\\*\n");
  expect(withTitle("# Old\n", "Use #")).toBe("# Use \\#\n");
  expect(withTitle("Old\n===\n", "- list")).toBe("\\- list\n===\n");
});

test("a title that is set is read back the same, for every kind of page and character", () => {
  const pages = [
    "",
    "# Old\n",
    "Old\n===\n\nText",
    "---\ntitle: Old\n---\nText",
    '---\ntitle: "Old"\n---\n',
    "Text\n",
    "#\n",
  ];
  const title = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."ab1 #*_`[]()<>!&{}%\\~-=+|:'\".,;".split("")), maxLength: 12 }),
    fc.string({ unit: "grapheme", maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...pages), title, (page, given) => {
      const folded = given.replace(/\s+/g, " ").trim();
      fc.pre(folded !== "");
      expect(findTitle(withTitle(page, given))?.title).toBe(folded);
    }),
    { numRuns: 400 },
  );
});

test("a slug is lower case with Latin diacritics removed and other scripts kept", () => {
  expect(toSlug("Getting Started!")).toBe("getting-started");
  expect(toSlug("  Crème brûlée & Größe ")).toBe("creme-brulee-grosse");
  expect(toSlug("Łódź İstanbul ﬁne")).toBe("lodz-istanbul-fine");
  expect(toSlug("Don't / stop")).toBe("dont-stop");
  expect(toSlug("安装指南")).toBe("安装指南");
  expect(toSlug("Йод и ё")).toBe("йод-и-ё");
  expect(toSlug("ガイド")).toBe("ガイド");
});

test("a slug is never empty and has at most 100 units", () => {
  expect(toSlug("!?")).toBe("page");
  expect(toSlug("")).toBe("page");
  expect(toSlug("a ".repeat(400))).toBe(`${"a-".repeat(49)}a`);
  expect(toSlug("x".repeat(1_000_000))).toBe("x".repeat(100));
  expect(toSlug(`${"x".repeat(99)}𝒜𠮷`)).toBe(`${"x".repeat(99)}a`);
  expect(toSlug(`${"x".repeat(99)}𠮷`)).toBe("x".repeat(99));
});

test("a heading longer than 10,000 characters has its beginning as the title, and can get another one", () => {
  const markdown = `# ${"*a ".repeat(100_000).trimEnd()}\n\nbody\n`;
  expect(findTitle(markdown)?.title).toHaveLength(10_000);
  expect(withTitle(markdown, "New *title*")).toBe("# New \\*title\\*\n\nbody\n");
});
