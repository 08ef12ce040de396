import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneLine, quoted } from "../../src/present/wording.ts";

describe("an untrusted name", () => {
  it.each([
    ["as it is", "Billing & fees", '"Billing & fees"'],
    ["with its quotation marks and backslashes escaped", 'a "b" \\', '"a \\"b\\" \\\\"'],
    ["on one line", " a\r\n\tb\u00a0\u2028c ", '"a b c"'],
    [
      "with its invisible characters written out",
      "Bill\u200bing\u{e0041}\u001b[2J",
      '"Bill\\u{200b}ing\\u{e0041}\\u{1b}[2J"',
    ],
    ["told from one that has an escape as text", "Bill\\u{200b}ing", '"Bill\\\\u{200b}ing"'],
    ["with the joiners it needs", "\u0645\u06cc\u200c\u062e \u2699\ufe0f", '"\u0645\u06cc\u200c\u062e \u2699\ufe0f"'],
    ["cut to 80 characters", "abcde ".repeat(20), `"${"abcde ".repeat(13)}a…"`],
    ["cut before a character that would not fit written out", `${"a".repeat(75)}\u{e0041}b`, `"${"a".repeat(75)}…"`],
    ["cut by characters, not by halves of them", "\u{1f600}".repeat(81), `"${"\u{1f600}".repeat(79)}…"`],
    ["cut with care for its escapes", `${"a".repeat(78)}"""`, `"${"a".repeat(78)}\\"…"`],
    ["empty", "\n", '""'],
  ])("is quoted %s", (_how, name, shown) => {
    expect(quoted(name)).toBe(shown);
  });

  it("never closes its quotation marks, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', "\\", "a", "\n", "\u200b", "\u{1f600}", "u{", "}"), maxLength: 200 }),
        (name) => {
          expect(quoted(name)).toMatch(/^"(?:[^"\\]|\\["\\]|\\u\{200b\})*"$/u);
          expect(
            [
              ...quoted(name)
                .slice(1, -1)
                .replace(/\\(["\\])/g, "$1"),
            ].length,
          ).toBeLessThanOrEqual(80);
          expect([...oneLine(name)].length).toBeLessThanOrEqual(80);
        },
      ),
    );
  });
});
