import { expect, test } from "vitest";
import {
  detectLineEnding,
  lineCounter,
  lineStart,
  listLines,
  withLineEnding,
} from "../../../src/markdown/text/lines.ts";

test("lines end at LF or CRLF, and a final line ending starts no line", () => {
  expect(listLines("a\r\n\nb")).toEqual([
    { start: 0, end: 1, next: 3 },
    { start: 3, end: 3, next: 4 },
    { start: 4, end: 5, next: 5 },
  ]);
  expect(listLines("a\n")).toEqual([{ start: 0, end: 1, next: 2 }]);
  expect(listLines("")).toEqual([]);
  expect(listLines("a\rb").length).toBe(1);
});

test("line numbers are requested in ascending order", () => {
  const lineAt = lineCounter("a\nbc\n\nd");
  expect([0, 1, 2, 3, 5, 6, 7].map(lineAt)).toEqual([1, 1, 2, 2, 3, 4, 4]);
});

test("a line's start is found from any offset in it", () => {
  expect([0, 1, 2, 3].map((offset) => lineStart("a\nbc", offset))).toEqual([0, 0, 2, 2]);
});

test("the line ending is that of most lines", () => {
  expect(detectLineEnding("a\r\nb\r\nc\n")).toBe("\r\n");
  expect(detectLineEnding("a\r\nb\n")).toBe("\n");
  expect(detectLineEnding("a")).toBeUndefined();
});

test("a text takes a given line ending, whatever it had", () => {
  expect(withLineEnding("a\r\nb\nc", "\r\n")).toBe("a\r\nb\r\nc");
  expect(withLineEnding("a\r\nb\nc", "\n")).toBe("a\nb\nc");
  expect(withLineEnding("a\r\nb\nc", undefined)).toBe("a\r\nb\nc");
});
