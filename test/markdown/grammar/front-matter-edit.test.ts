import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFrontMatter, withFrontMatter } from "../../../src/markdown/grammar/front-matter.ts";

describe("Setting keys of the front matter", () => {
  test("a page without front matter gets one, and keeps its text", () => {
    expect(withFrontMatter("# A\n", { icon: "bolt", hidden: true })).toBe(
      "---\nicon: bolt\nhidden: true\n---\n\n# A\n",
    );
    expect(withFrontMatter("", { icon: "bolt" })).toBe("---\nicon: bolt\n---\n");
  });

  test("line endings and a BOM stay what they are", () => {
    expect(withFrontMatter("\ufeff# A\r\n", { icon: "bolt" })).toBe("\ufeff---\r\nicon: bolt\r\n---\r\n\r\n# A\r\n");
    expect(withFrontMatter("---\r\na: 1\r\n---\r\n", { b: [1] })).toBe("---\r\na: 1\r\nb:\r\n  - 1\r\n---\r\n");
  });

  test("a value is replaced in place; comments, order and other values keep their bytes", () => {
    const page = "---\n# first\ntitle:   'A'  # why\nicon: bolt # keep\ntags: [ a,  b ]\n---\n\n# A\n";
    expect(withFrontMatter(page, { icon: "gear" })).toBe(page.replace("bolt", "gear"));
    expect(withFrontMatter(page, { title: "B's" })).toBe(page.replace("'A'", '"B\'s"'));
  });

  test("what takes several lines is replaced as a whole", () => {
    const page =
      "---\ndescription: >-\n  two\n  lines\nlayout:\n  title:\n    visible: true\n# note\nicon: bolt\n---\nText\n";
    expect(withFrontMatter(page, { description: "one" })).toBe(page.replace(">-\n  two\n  lines", "one"));
    expect(withFrontMatter(page, { layout: undefined })).toBe(
      page.replace("layout:\n  title:\n    visible: true\n", ""),
    );
    expect(withFrontMatter(page, { layout: { width: "wide" } })).toBe(
      page.replace("layout:\n  title:\n    visible: true\n", "layout:\n  width: wide\n"),
    );
  });

  test("a key without a value is taken out, and front matter that is left empty goes", () => {
    expect(withFrontMatter("---\na: 1\nb: 2\n---\n\n# A\n", { a: undefined })).toBe("---\nb: 2\n---\n\n# A\n");
    expect(withFrontMatter("---\na: 1\n---\n\n# A\n", { a: undefined })).toBe("# A\n");
    expect(withFrontMatter("# A\n", { a: undefined })).toBe("# A\n");
  });

  test("text that YAML would take for something else is quoted", () => {
    for (const value of ["true", "1.10", "a: b", "# no comment", "", " spaced ", "two\nlines", "---", "@x"]) {
      expect(readFrontMatter(withFrontMatter("---\nicon: bolt\n---\n# A\n", { icon: value })).attributes).toEqual({
        icon: value,
      });
    }
  });

  test("flow mappings, empty values and indented mappings are edited too", () => {
    expect(readFrontMatter(withFrontMatter("---\n{ a: 1, b: 2 }\n---\n", { b: 3 })).attributes).toEqual({ a: 1, b: 3 });
    expect(withFrontMatter("---\nicon:\nb: 1\n---\n", { icon: "bolt" })).toBe("---\nicon: bolt\nb: 1\n---\n");
    expect(withFrontMatter("---\n  a: 1\n---\n", { b: 2 })).toBe("---\n  a: 1\n  b: 2\n---\n");
  });

  test("front matter that cannot be read is left alone", () => {
    for (const page of ["---\na: [\n---\n# A\n", `---\na: ${"x".repeat(70_000)}\n---\n`]) {
      expect(withFrontMatter(page, { icon: "bolt" })).toBe(page);
    }
  });

  test("a value that is there already changes no byte", () => {
    const page = '---\nicon:   "bolt"\nlayout: { width: wide,  cover: { size: full } }\n---\n';
    expect(withFrontMatter(page, { icon: "bolt", layout: { cover: { size: "full" }, width: "wide" } })).toBe(page);
  });

  test("whatever is set can be read back, beside what was there", () => {
    const value = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.integer(),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.string()),
    );
    const key = fc.constantFrom("a", "b", "c", "d");
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.option(value, { nil: undefined })), { maxLength: 8 }), (changes) => {
        const expected: Record<string, unknown> = { kept: 1 };
        let page = "---\nkept: 1 # note\n---\n\n# A\n";
        for (const [name, next] of changes) {
          page = withFrontMatter(page, { [name]: next });
          expected[name] = next;
          if (next === undefined) delete expected[name];
        }
        expect(readFrontMatter(page).attributes).toEqual(JSON.parse(JSON.stringify(expected)));
        expect(page.startsWith("---\nkept: 1 # note\n")).toBe(true);
        expect(page.endsWith("---\n\n# A\n")).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
