import { expect, it } from "vitest";
import { countWithin, endWithin, takeWithin } from "../../src/present/budget.ts";

it("the blocks that fit are taken in order, and at most one more is requested", () => {
  let made = 0;
  const blocks = function* () {
    for (;;) {
      made += 1;
      yield "three short words";
    }
  };
  expect(takeWithin(blocks(), 11)).toEqual(["three short words", "three short words"]);
  expect(made).toBe(3);
});

it("the number of counted blocks is the number of taken ones", () => {
  const blocks = ["one", "two", "three"];
  expect([0, 2, 5, 6, 100].map((tokens) => countWithin(blocks, tokens))).toEqual([0, 1, 2, 3, 3]);
});

it("a part that fits ends at its end, and any other at an earlier border", () => {
  const text = "First line.\nSecond line.\nThird line of the text.\n";
  expect(endWithin(text, 0, text.length, 100)).toBe(text.length);
  expect(text.slice(0, endWithin(text, 0, text.length, 10))).toBe("First line.\nSecond line.\n");
  expect(endWithin(text, 5, 5, 10)).toBe(5);
  expect(endWithin(text, 0, text.length, 0)).toBeGreaterThan(0);
});
