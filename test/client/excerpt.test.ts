import { describe, expect, it } from "vitest";
import { excerpt, quotedExcerpt } from "../../src/client/excerpt.ts";
import { indentedJson, plainJson } from "../../src/client/json.ts";

describe("an excerpt of untrusted text", () => {
  it("has the given length as it is shown, whatever it contains", () => {
    expect(excerpt("\u202e".repeat(1000), 100)).toBe(`${"\\u{202e}".repeat(12)}…`);
    expect(quotedExcerpt("\u{e0041}".repeat(1000), 1000).length).toBeLessThanOrEqual(1003);
    expect(quotedExcerpt('"'.repeat(10), 4)).toBe('"\\"\\"…"');
    expect(excerpt("😀".repeat(10), 4)).toBe("😀😀😀😀…");
    expect(excerpt("four", 4)).toBe("four");
    expect(quotedExcerpt("a\nb\u200b", 40)).toBe('"a\\nb\\u{200b}"');
  });
});

describe("JSON for a terminal", () => {
  it("contains no terminal controls, and parses to the same value", () => {
    const value = { "a\u202eb": ["\u001b[31m", "\u009b2J", "line\nline", "\u{e0041}", "\ud800", "é 😀"] };
    for (const text of [plainJson(value), indentedJson(value)]) {
      expect(JSON.parse(text)).toEqual(value);
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u{e0000}-\u{e0fff}]/u);
      expect(text).toContain("é 😀");
    }
    expect(indentedJson(value).split("\n").length).toBeGreaterThan(plainJson(value).split("\n").length);
  });
});
