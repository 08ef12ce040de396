import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFrontMatter, withFrontMatter } from "../../../src/markdown/grammar/front-matter.ts";

describe("setting keys of the front matter", () => {
  test("adds front matter to a page without any, and keeps its text", () => {
    expect(withFrontMatter("# A\n", { icon: "bolt", hidden: true })).toBe(
      "---\nicon: bolt\nhidden: true\n---\n\n# A\n",
    );
    expect(withFrontMatter("", { icon: "bolt" })).toBe("---\nicon: bolt\n---\n");
  });

  test("keeps line endings and a BOM", () => {
    expect(withFrontMatter("\ufeff# A\r\n", { icon: "bolt" })).toBe("\ufeff---\r\nicon: bolt\r\n---\r\n\r\n# A\r\n");
    expect(withFrontMatter("---\r\na: 1\r\n---\r\n", { b: [1] })).toBe("---\r\na: 1\r\nb:\r\n  - 1\r\n---\r\n");
  });

  test("replaces a value in place, and keeps the bytes of comments, order and other values", () => {
    const page = "---\n# first\ntitle:   'A'  # why\nicon: bolt # keep\ntags: [ a,  b ]\n---\n\n# A\n";
    expect(withFrontMatter(page, { icon: "gear" })).toBe(page.replace("bolt", "gear"));
    expect(withFrontMatter(page, { title: "B's" })).toBe(page.replace("'A'", '"B\'s"'));
  });

  test("replaces a value of several lines as a whole", () => {
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

  test("removes a key without a value, and front matter that is left empty", () => {
    expect(withFrontMatter("---\na: 1\nb: 2\n---\n\n# A\n", { a: undefined })).toBe("---\nb: 2\n---\n\n# A\n");
    expect(withFrontMatter("---\na: 1\n---\n\n# A\n", { a: undefined })).toBe("# A\n");
    expect(withFrontMatter("# A\n", { a: undefined })).toBe("# A\n");
  });

  test("quotes text that YAML would read as something else", () => {
    for (const value of ["true", "1.10", "a: b", "# no comment", "", " spaced ", "two\nlines", "---", "@x"]) {
      expect(readFrontMatter(withFrontMatter("---\nicon: bolt\n---\n# A\n", { icon: value })).attributes).toEqual({
        icon: value,
      });
    }
  });

  test("also edits flow mappings, empty values and indented mappings", () => {
    expect(readFrontMatter(withFrontMatter("---\n{ a: 1, b: 2 }\n---\n", { b: 3 })).attributes).toEqual({ a: 1, b: 3 });
    expect(withFrontMatter("---\nicon:\nb: 1\n---\n", { icon: "bolt" })).toBe("---\nicon: bolt\nb: 1\n---\n");
    expect(withFrontMatter("---\n  a: 1\n---\n", { b: 2 })).toBe("---\n  a: 1\n  b: 2\n---\n");
  });

  test("leaves front matter that cannot be read unchanged", () => {
    for (const page of ["---\na: [\n---\n# A\n", `---\na: ${"x".repeat(70_000)}\n---\n`]) {
      expect(withFrontMatter(page, { icon: "bolt" })).toBe(page);
    }
  });

  test("changes no byte for a value that is already there", () => {
    const page = '---\nicon:   "bolt"\nlayout: { width: wide,  cover: { size: full } }\n---\n';
    expect(withFrontMatter(page, { icon: "bolt", layout: { cover: { size: "full" }, width: "wide" } })).toBe(page);
  });

  test("can be read back, beside the other keys", () => {
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
