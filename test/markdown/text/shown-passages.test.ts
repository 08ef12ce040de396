import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EditError } from "../../../src/markdown/edits/edit-error.ts";
import { applyEdits } from "../../../src/markdown/edits/edits.ts";
import { showInvisible } from "../../../src/markdown/text/invisible.ts";
import { expectLinearCost } from "../../support/cost.ts";

const edited = (page: string, oldText: string, newText: string, all = false) =>
  applyEdits(page, [{ oldText, newText, all }]).text;

describe("a passage with invisible characters", () => {
  const page = "# Fees\r\n\r\nThe\u200b fee\u202e is 2 %.\r\nNo fee.\r\n";

  it("is found as written and as shown", () => {
    const after = "# Fees\r\n\r\nThe fee is 3 %.\r\nNo fee.\r\n";
    expect(edited(page, "The\u200b fee\u202e is 2 %.", "The fee is 3 %.")).toBe(after);
    expect(edited(page, "The\\u{200b} fee\\u{202e} is 2 %.", "The fee is 3 %.")).toBe(after);
    expect(edited(page, "The\\u{200b} fee\u202e is 2 %.", "The fee is 3 %.")).toBe(after);
  });

  it("keeps only the characters that the new text escapes", () => {
    expect(edited(page, "The\\u{200b} fee\\u{202e} is 2 %.", "The\\u{200b} fee is 3 %.")).toBe(
      "# Fees\r\n\r\nThe\u200b fee is 3 %.\r\nNo fee.\r\n",
    );
  });

  it("treats an escape of another character as text", () => {
    expect(edited(page, "The\\u{200b} fee", "The\\u{2060} fee")).toContain("The\\u{2060} fee\u202e is");
    expect(edited("A fee.\n", "fee", "\\u{200b}")).toBe("A \\u{200b}.\n");
  });

  it("can be found next to them, across lines, and repeatedly for `all`", () => {
    expect(edited(page, "2 %.\nNo", "3 %.\nSome")).toBe("# Fees\r\n\r\nThe\u200b fee\u202e is 3 %.\r\nSome fee.\r\n");
    expect(edited("a\u200bb a\u200bb c", "a\\u{200b}b", "d\\u{200b}", true)).toBe("d\u200b d\u200b c");
  });

  it("is not found from within an escaped character", () => {
    expect(() => edited("a\u200bb", "200b}b", "x")).toThrow(EditError);
    expect(() => edited("a\u200bb", "a\\u{200", "x")).toThrow(EditError);
  });

  it("is reported with its line as it is if it was copied without them", () => {
    expect(() => edited(page, "The fee is 2 %.", "x")).toThrow(/line 3 differs in .*invisible characters:\n/);
  });

  it("is ambiguous if the page also has the escape as text", () => {
    const both = "Write \\u{200b} for \u200b here.\n";
    expect(() => edited(both, "\\u{200b}", "x")).toThrow(/occurs 2 times/);
    expect(() => edited(both, "Write \\u{200b} for \\u{200b} here.", "Write \\u{200b} twice.")).toThrow(
      /has \\u\{200b\} both as an invisible character and as an escape/,
    );
    expect(edited(both, "\\u{200b} here", "\\u{200b} there")).toBe("Write \\u{200b} for \u200b there.\n");
  });
});

describe("a section with invisible characters", () => {
  it("keeps those that its new text escapes", () => {
    const page = "# A\n\n\ufeffOne\u00ad.\n\n# B\n\nTwo.\n";
    const { text } = applyEdits(page, [{ section: "A", newText: "\\u{feff}One\\u{ad} more \\u{202e}.\n" }]);
    expect(text).toBe("# A\n\n\ufeffOne\u00ad more \\u{202e}.\n\n# B\n\nTwo.\n");
  });
});

describe("any page", () => {
  const units = fc.constantFrom(
    "a",
    "b",
    " ",
    "\n",
    "\r\n",
    "\u200b",
    "\u200d",
    "\ufe0f",
    "\u2699",
    "\u0628",
    "\u{e0041}",
    "\ud800",
    "\\",
  );
  it("is edited by all or part of what is shown of it", () => {
    fc.assert(
      fc.property(fc.array(units, { minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(), (pieces, one, other) => {
        const page = `${pieces.join("")}END`;
        const shown = showInvisible(page);
        // New text keeps what it shows of the old, so that only the mark is added.
        const after = applyEdits(page, [{ oldText: shown, newText: `${shown}!` }]).text;
        expect(after.replaceAll("\r\n", "\n")).toBe(`${page}!`.replaceAll("\r\n", "\n"));
        const part = [...page].slice(Math.min(one, other) % [...page].length).join("");
        expect(applyEdits(page, [{ oldText: showInvisible(part), newText: "?" }]).text.length).toBeGreaterThan(0);
      }),
    );
  });

  it("is searched past a long run of invisible characters", () => {
    const page = `a${"\0".repeat(2_500)}b${"\u200b".repeat(1_000)}c\r\nd`;
    const [edited] = applyEdits(page, [{ oldText: "\\u{200b}c\nd", newText: "e" }]).changed;
    expect(edited).toMatchObject({ start: 2_501 + 1_000, end: 2_501 + 1_001 });
    const twice = () => applyEdits(page, [{ oldText: "\\u{0}\\u{0}", newText: "e" }]);
    expect(twice).toThrow("The old text occurs 2499 times");
  });

  it("is searched in linear time with half a megabyte of invisible characters", { tags: ["long"] }, async () => {
    await expectLinearCost((count) => {
      const page = `${"\u200b\u{e0041}a".repeat(count)}x`;
      applyEdits(page, [{ oldText: "\\u{200b}\\u{e0041}ax", newText: "\\u{200b}" }]);
    }, 12_500);
  });
});
