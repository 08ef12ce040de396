import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withLineFeeds } from "../../../src/markdown/text/lines.ts";
import { keepLineEndings } from "../../../src/markdown/versions/keep-line-endings.ts";

describe("an edited text", () => {
  it.each([
    ["a\rb\r\nc\n", "a\nX\nc\n", "a\rX\r\nc\n"],
    ["a\r\nb\nc\r\n", "a\nb\nnew\nmore\nc\n", "a\r\nb\nnew\r\nmore\r\nc\r\n"],
    ["a\r\nb\nc", "b\nc", "b\nc"],
    ["a\r\nb", "a\nb\n", "a\r\nb\r\n"],
    ["a", "a\nb", "a\nb"],
  ])("keeps the line endings of %j in %j", (before, edited, kept) => {
    expect(keepLineEndings(before, edited)).toBe(kept);
  });

  const text = fc
    .array(fc.constantFrom("a", "b", "c", "\n", "\r\n", "\r"), { maxLength: 20 })
    .map((parts) => parts.join(""));

  it("is otherwise as typed, and the same as before if it was not edited", () => {
    fc.assert(
      fc.property(text, text, (before, typed) => {
        const edited = withLineFeeds(typed);
        expect(withLineFeeds(keepLineEndings(before, edited))).toBe(edited);
        expect(keepLineEndings(before, withLineFeeds(before))).toBe(before);
      }),
    );
  });
});
