import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeInvisible, hasInvisible, showInvisible } from "../../../src/markdown/text/invisible.ts";
import { expectLinearCost } from "../../support/cost.ts";

describe("an invisible character", () => {
  it.each([
    ["a zero-width space", "a\u200bb", "a\\u{200b}b"],
    ["a soft hyphen", "co\u00adop", "co\\u{ad}op"],
    ["a word joiner, a byte order mark", "\ufeffa\u2060b", "\\u{feff}a\\u{2060}b"],
    [
      "bidirectional overrides and isolates",
      "\u202eab\u202c\u2066c\u2069\u200f",
      "\\u{202e}ab\\u{202c}\\u{2066}c\\u{2069}\\u{200f}",
    ],
    ["tags", "x\u{e0041}\u{e007f}", "x\\u{e0041}\\u{e007f}"],
    ["tags behind a flag", "\u{1f3f4}\u{e0067}\u{e007f}", "\u{1f3f4}\\u{e0067}\\u{e007f}"],
    ["further variation selectors", "\u{1f600}\u{e0101}", "\u{1f600}\\u{e0101}"],
    ["fillers", "\u115f\u3164\uffa0\u034f", "\\u{115f}\\u{3164}\\u{ffa0}\\u{34f}"],
    ["terminal escapes", "\u001b[2J\u009b2J\u0007", "\\u{1b}[2J\\u{9b}2J\\u{7}"],
    ["separators that end lines elsewhere", "a\u2028b\u2029c\u0085d\fe", "a\\u{2028}b\\u{2029}c\\u{85}d\\u{c}e"],
    ["a carriage return on its own", "a\rb", "a\\u{d}b"],
    ["lone surrogates", "\ud800a\udc00", "\\u{d800}a\\u{dc00}"],
    ["a noncharacter", "\ufffe", "\\u{fffe}"],
    ["joiners between Latin letters", "a\u200db\u200cc", "a\\u{200d}b\\u{200c}c"],
    ["joiners in a row", "\u0628\u200c\u200d\u200c\u0628", "\u0628\\u{200c}\\u{200d}\\u{200c}\u0628"],
    ["an emoji selector on a letter, and a second one", "a\ufe0f\u2699\ufe0f\ufe0f", "a\\u{fe0f}\u2699\ufe0f\\u{fe0f}"],
  ])("is escaped: %s", (_name, text, shown) => {
    expect(showInvisible(text)).toBe(shown);
    expect(hasInvisible(text)).toBe(true);
  });

  it.each([
    ["tabs and line endings", "a\tb\r\nc\n"],
    ["spaces of other widths", "1\u00a0000\u202f\u20ac\u3000"],
    ["a Persian word", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
    ["Hindi and Sinhala clusters", "\u0915\u094d\u200d\u0937 \u0dc1\u0dca\u200d\u0dbb\u0dd3"],
    ["an emoji of several", "\u{1f469}\u{1f3fd}\u200d\u{1f4bb} \u{1f3f3}\ufe0f\u200d\u{1f308}"],
    ["emoji and text style", "\u2699\ufe0f \u2122\ufe0e 1\ufe0f\u20e3"],
    ["letters that look alike and marks on letters", "\u0456gnore e\u0301\u0323"],
    ["private use", "\ue000"],
  ])("is left unchanged where it is needed, as are visible characters: %s", (_name, text) => {
    expect(showInvisible(text)).toBe(text);
  });

  it("is escaped everywhere if its neighbours do not count", () => {
    expect(escapeInvisible("\u2699\ufe0f\r\n\u0645\u200c\u062e")).toBe("\u2699\\u{fe0f}\r\n\u0645\\u{200c}\u062e");
  });

  it("does not occur in an escaped text", { tags: ["long"] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(hasInvisible(escapeInvisible(text))).toBe(false);
        expect(showInvisible(showInvisible(text))).toBe(showInvisible(text));
      }),
    );
  });

  it("is found in linear time in a megabyte of them", { tags: ["long"] }, async () => {
    await expectLinearCost((count) => showInvisible("\u200d\u0628\u200c".repeat(count)), 40_000);
  });
});
