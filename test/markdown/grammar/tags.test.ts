import { describe, expect, test } from "vitest";
import { printTag, readTag } from "../../../src/markdown/grammar/tags.ts";

describe("readTag", () => {
  test("reads attributes in double, single and no quotes, and keys without a value", () => {
    expect(readTag(`x {% tab a="1 2" b='3' c=4 d %} y`, 2)).toEqual({
      name: "tab",
      attributes: { a: "1 2", b: "3", c: "4", d: "true" },
      argument: `a="1 2" b='3' c=4 d`,
      start: 2,
      end: 31,
    });
  });

  test("reads escaped quotes, line breaks and the end mark inside a value", () => {
    expect(readTag('{% @a/b content="x \\"y\\" %}\\\\\nz" %}', 0)?.attributes).toEqual({ content: 'x "y" %}\\\nz' });
  });

  test("returns only the argument if it is not made of attributes", () => {
    expect(readTag('{% if a.b == "c" %}', 0)).toEqual({ name: "if", argument: 'a.b == "c"', start: 0, end: 19 });
  });

  test("accepts a key named __proto__", () => {
    expect(Object.keys(readTag('{% a __proto__="x" %}', 0)?.attributes ?? {})).toEqual(["__proto__"]);
  });

  test("finds nothing if no tag begins or it never ends", () => {
    expect(readTag("{% %}", 0)).toBeUndefined();
    expect(readTag("{{ a }}", 0)).toBeUndefined();
    expect(readTag('{% a b="c', 0)).toBeUndefined();
  });
});

describe("printTag", () => {
  test("escapes values and omits what is not set", () => {
    expect(printTag("tab", { title: 'a "b" \\', icon: undefined, open: false, count: 2 })).toBe(
      '{% tab title="a \\"b\\" \\\\" count="2" %}',
    );
  });
});
