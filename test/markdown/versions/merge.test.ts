import fc from "fast-check";
import { diff3Merge } from "node-diff3";
import { describe, expect, test } from "vitest";
import { mergeText } from "../../../src/markdown/versions/merge.ts";
import { expectCost, expectLinearCost } from "../../support/cost.ts";

const text = fc.array(fc.constantFrom("a", "b", "c", "", "d\r"), { maxLength: 10 }).map((lines) => lines.join("\n"));

/** An edit of a text of distinct lines: what happens to each line, with new lines that only this side has. */
const editOf = (side: string) =>
  fc
    .array(fc.constantFrom("keep", "keep", "keep", "drop", "replace", "insert"), { minLength: 8, maxLength: 8 })
    .map((steps) =>
      steps.flatMap((step, line) => {
        if (step === "drop") return [];
        if (step === "replace") return [`${side}${line}`];
        return step === "insert" ? [`${side}${line}`, `line ${line}`] : [`line ${line}`];
      }),
    );

describe("mergeText", () => {
  test("keeps the changes of both sides", () => {
    expect(mergeText("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n")).toEqual({ text: "A\nb\nC\n" });
  });

  test("keeps changes of neighbouring lines", () => {
    expect(mergeText("a\nb\n", "A\nb\n", "a\nB\n")).toEqual({ text: "A\nB\n" });
  });

  test("keeps an insertion on its side of the base when it is next to a replacement", () => {
    expect(mergeText("a\nb\n", "A\nb\n", "a\nnew\nb\n")).toEqual({ text: "A\nnew\nb\n" });
    expect(mergeText("a\nb\n", "a\nB\n", "a\nnew\nb\n")).toEqual({ text: "a\nnew\nB\n" });
  });

  test("applies the same change of both sides once", () => {
    expect(mergeText("a\nb\nc\n", "a\nx\nc\nd\n", "0\na\nx\nc\n")).toEqual({ text: "0\na\nx\nc\nd\n" });
  });

  test("reports both sides and the base of a conflict and keeps ours in its place", () => {
    expect(mergeText("top\na\nb\nend\n", "new\ntop\nours\nb\nend\n", "top\ntheirs\nb\nEND\n")).toEqual({
      text: "new\ntop\nours\nb\nEND\n",
      conflicts: [{ base: "a", ours: "ours", theirs: "theirs", line: 3 }],
    });
  });

  test("reports a change against a deletion", () => {
    expect(mergeText("a\nb\nc\n", "a\nc\n", "a\nB\nc\n")).toEqual({
      text: "a\nc\n",
      conflicts: [{ base: "b", ours: "", theirs: "B", line: 2 }],
    });
  });

  test("reports two different insertions at one point", () => {
    expect(mergeText("a\nb\n", "a\nours\nb\n", "a\ntheirs\nb\n")).toEqual({
      text: "a\nours\nb\n",
      conflicts: [{ base: "", ours: "ours", theirs: "theirs", line: 2 }],
    });
  });

  test("reports one conflict for a chain of overlapping changes", () => {
    expect(mergeText("a\nb\nc\nd\n", "A\nB\nc\nD\n", "a\nX\nY\nZ\n").conflicts).toEqual([
      { base: "a\nb\nc\nd", ours: "A\nB\nc\nD", theirs: "a\nX\nY\nZ", line: 1 },
    ]);
  });

  test("never joins two lines when one side removes the final newline", () => {
    expect(mergeText("a\nb\n", "a\nb", "a\nb\nc\n")).toEqual({ text: "a\nb\nc" });
    expect(mergeText("a\nb", "a\nb\n", "A\nb")).toEqual({ text: "A\nb\n" });
  });

  test("keeps line endings as each side wrote them", () => {
    expect(mergeText("a\r\nb\r\nc\r\n", "a\r\nb\r\nC\r\n", "A\r\nb\r\nc\r\n")).toEqual({ text: "A\r\nb\r\nC\r\n" });
  });

  test("returns the changed side if only one side changed, and either if both are the same", () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText(base, base, changed)).toEqual({ text: changed });
        expect(mergeText(base, changed, base)).toEqual({ text: changed });
        expect(mergeText(base, changed, changed)).toEqual({ text: changed });
      }),
    );
  });

  test("is clean, with the same text, whichever side is called ours", () => {
    fc.assert(
      fc.property(text, text, text, (base, one, other) => {
        const forth = mergeText(base, one, other);
        const back = mergeText(base, other, one);
        expect(forth.conflicts?.length).toBe(back.conflicts?.length);
        if (!forth.conflicts) expect(back.text).toBe(forth.text);
      }),
    );
  });

  test("agrees with an independent diff3 wherever that one is clean, and has conflicts only where that one has", () => {
    const base = Array.from({ length: 8 }, (_, line) => `line ${line}`);
    let clean = 0;
    fc.assert(
      fc.property(editOf("ours "), editOf("theirs "), (ours, theirs) => {
        const regions = diff3Merge(ours, base, theirs);
        const merged = mergeText(base.join("\n"), ours.join("\n"), theirs.join("\n"));
        if (regions.some((region) => region.conflict)) return;
        clean += 1;
        expect(merged).toEqual({ text: regions.flatMap((region) => region.ok ?? []).join("\n") });
      }),
      { numRuns: 3_000 },
    );
    expect(clean).toBeGreaterThan(50);
  });

  test("is clean for touching changes that the independent diff3 calls a conflict", () => {
    const [base, ours, theirs] = [
      ["a", "b"],
      ["A", "b"],
      ["a", "B"],
    ];
    expect(diff3Merge(ours, base, theirs).some((region) => region.conflict)).toBe(true);
    expect(mergeText("a\nb", "A\nb", "a\nB")).toEqual({ text: "A\nB" });
  });

  test("handles megabytes of unrelated and of repeating lines at bounded cost", { tags: ["long"] }, async () => {
    const lines = (length: number, line: (index: number) => string) =>
      Array.from({ length }, (_, index) => line(index)).join("\n");
    const unrelated = (count: number) =>
      mergeText(
        lines(count, String),
        lines(count, (index) => `ours ${index}`),
        lines(count, (index) => `theirs ${index}`),
      ).conflicts;
    const repeating = (count: number) =>
      mergeText(
        lines(count, (index) => String(index % 3)),
        lines(count, (index) => String((index * 7) % 5)),
        lines(count, (index) => String((index * 3) % 4)),
      ).conflicts;
    expect(unrelated(150_000)).toHaveLength(1);
    expect(repeating(150_000)?.length).toBeGreaterThan(0);
    await expectLinearCost(unrelated, 5_000);
    // The search is given up after a number of steps, which small texts of this kind reach, too.
    await expectCost(() => repeating(150_000), { times: 10, reference: () => repeating(10_000) });
  });
});
