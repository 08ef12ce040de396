import fc from "fast-check";
import { expect, test } from "vitest";
import { listOccurrences } from "../../../src/markdown/text/occurrences.ts";

test("overlapping occurrences are all listed", () => {
  expect(listOccurrences("abababa", "aba")).toEqual([0, 2, 4]);
  expect(listOccurrences("aaaa", "aa")).toEqual([0, 1, 2]);
});

test("an empty needle, or one longer than the text, occurs nowhere", () => {
  expect(listOccurrences("abc", "")).toEqual([]);
  expect(listOccurrences("abc", "abcd")).toEqual([]);
  expect(listOccurrences("", "a")).toEqual([]);
});

test("the occurrences are those that a search at every offset finds", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 40 });
  const needle = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(word, needle, (text, wanted) => {
      const everywhere = [...text].flatMap((_, offset) => (text.startsWith(wanted, offset) ? [offset] : []));
      expect(listOccurrences(text, wanted)).toEqual(everywhere);
    }),
  );
});
