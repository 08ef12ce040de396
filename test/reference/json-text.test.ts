import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonText } from "../../src/reference/json-text.ts";

describe("JSON as text", () => {
  it("puts what fits on one line, and breaks what does not", () => {
    const long = "x".repeat(60);
    expect(jsonText({ a: { b: [1, "two"] }, gone: undefined })).toBe('{ "a": { "b": [1, "two"] } }\n');
    expect(jsonText({ list: [long, long], none: {}, empty: [] })).toBe(
      `{\n  "list": [\n    "${long}",\n    "${long}"\n  ],\n  "none": {},\n  "empty": []\n}\n`,
    );
  });

  it("fills exactly 120 columns, including the comma", () => {
    const fits = `{ "k": "${"x".repeat(106)}" }`;
    const [, first] = jsonText([JSON.parse(fits), 1]).split("\n");
    expect(first).toBe(`  ${fits},`);
    expect(first).toHaveLength(120);
    expect(jsonText([{ k: "x".repeat(107) }, 1]).split("\n")[1]).toBe("  {");
    expect(jsonText([1, { k: "x".repeat(107) }]).split("\n")[2]).toHaveLength(120);
  });

  it("says the same as JSON.stringify", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 200 },
    );
  });
});
