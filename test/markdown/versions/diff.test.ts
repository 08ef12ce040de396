import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runToEnd } from "../../../src/markdown/text/work-in-steps.ts";
import { comparingTexts, diffLineArrays, splitLines } from "../../../src/markdown/versions/diff.ts";
import { expectCost, expectLinearCost } from "../../support/cost.ts";

const numbered = (count: number, change: (line: number) => string = String) =>
  Array.from({ length: count }, (_, index) => `${change(index + 1)}\n`).join("");

const lineDiff = (before: string, after: string) => diffLineArrays(splitLines(before), splitLines(after));

const unifiedDiff = (before: string, after: string, context?: number) =>
  runToEnd(comparingTexts(before, after, context))
    .lines.map((line) => `${line}\n`)
    .join("");

/** Lines of seven kinds, in an order that follows from `seed`. */
function shuffledLines(seed: number, count: number): string {
  let state = seed;
  let text = "";
  for (let index = 0; index < count; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += `${(state >> 16) % 7}\n`;
  }
  return text;
}

const smallText = fc
  .array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "a\r\n"), { maxLength: 12 })
  .chain((lines) => fc.constantFrom("", "a", "tail").map((tail) => lines.join("") + tail));

function applyHunks(before: string, after: string): string {
  const from = splitLines(before);
  const to = splitLines(after);
  let at = 0;
  let result = "";
  for (const hunk of lineDiff(before, after)) {
    result += from.slice(at, hunk.beforeStart).join("") + to.slice(hunk.afterStart, hunk.afterEnd).join("");
    at = hunk.beforeEnd;
  }
  return result + from.slice(at).join("");
}

describe("lineDiff", () => {
  test("finds the changed runs", () => {
    expect(lineDiff("a\nb\nc\nd\n", "a\nB\nc\nd\ne\n")).toEqual([
      { beforeStart: 1, beforeEnd: 2, afterStart: 1, afterEnd: 2 },
      { beforeStart: 4, beforeEnd: 4, afterStart: 4, afterEnd: 5 },
    ]);
  });

  test("finds the smallest edit", () => {
    expect(lineDiff("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n")).toHaveLength(4);
  });

  test("treats a different line ending as a different line", () => {
    expect(lineDiff("a\r\nb\n", "a\nb\n")).toEqual([{ beforeStart: 0, beforeEnd: 1, afterStart: 0, afterEnd: 1 }]);
  });

  test("turns the first text into the second when its hunks are applied", () => {
    fc.assert(fc.property(smallText, smallText, (before, after) => applyHunks(before, after) === after));
  });

  test("is correct on two large unrelated texts and takes linear time", { tags: ["long"] }, async () => {
    const diff = (length: number) => {
      const before = Array.from({ length }, (_, index) => `${index}\n`).join("");
      const after = Array.from({ length }, (_, index) => `x${index}\n`).join("");
      return lineDiff(before, after);
    };
    expect(diff(250_000)).toEqual([{ beforeStart: 0, beforeEnd: 250_000, afterStart: 0, afterEnd: 250_000 }]);
    await expectLinearCost(diff, 5_000);
  });

  test("is correct on large texts of few lines in another order, which are not searched for long", {
    tags: ["long"],
  }, async () => {
    const isCorrect = (length: number) => {
      const after = shuffledLines(2, length);
      return applyHunks(shuffledLines(1, length), after) === after;
    };
    expect(isCorrect(200_000)).toBe(true);
    // The search ends after a number of steps, which small texts of this kind also reach. Twenty times the text may cost
    // twenty times as much to read; a search without an end would cost four hundred times as much.
    await expectCost(() => isCorrect(200_000), { times: 40, reference: () => isCorrect(10_000) });
  });
});

describe("unifiedDiff", () => {
  test("is empty for equal texts", () => {
    expect(unifiedDiff("a\n", "a\n")).toBe("");
  });

  test("shows three lines around a change", () => {
    expect(
      unifiedDiff(
        numbered(9),
        numbered(9, (line) => (line === 5 ? "five" : String(line))),
      ),
    ).toBe("@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
  });

  test("joins changes whose context touches and separates others", () => {
    const change = (...lines: number[]) =>
      numbered(20, (line) => (lines.includes(line) ? `new ${line}` : String(line)));
    expect(unifiedDiff(numbered(20), change(5, 12)).match(/^@@.*/gm)).toEqual(["@@ -2,14 +2,14 @@"]);
    expect(unifiedDiff(numbered(20), change(5, 13)).match(/^@@.*/gm)).toEqual(["@@ -2,7 +2,7 @@", "@@ -10,7 +10,7 @@"]);
  });

  test("marks a missing final newline on the side that lacks it", () => {
    expect(unifiedDiff("a", "a\n")).toBe("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
  });

  test("numbers an empty side by the line before it", () => {
    expect(unifiedDiff("", "a\nb\n")).toBe("@@ -0,0 +1,2 @@\n+a\n+b\n");
    expect(unifiedDiff("a\nb\nc\n", "a\nc\n", 0)).toBe("@@ -2 +1,0 @@\n-b\n");
  });
});

describe("comparingTexts", () => {
  test("counts a changed line on both sides", () => {
    expect(runToEnd(comparingTexts("a\nb\nc\n", "a\nB\nc\nd\n"))).toMatchObject({ added: 2, removed: 1 });
    expect(runToEnd(comparingTexts("a\n", "a\n"))).toEqual({ added: 0, removed: 0, lines: [] });
  });

  test("yields while it searches long texts", () => {
    const work = comparingTexts(shuffledLines(1, 3_000), shuffledLines(2, 3_000));
    let steps = 0;
    while (work.next().done !== true) steps += 1;
    expect(steps).toBeGreaterThan(16);
  });
});
