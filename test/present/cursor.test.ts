import { expect, it } from "vitest";
import { decodeCursor, encodeCursor } from "../../src/present/listing.ts";

const subject = ["read_page", "space", undefined, "page"];

it("a cursor returns its position to the call it came from", () => {
  expect(decodeCursor(encodeCursor(subject, ["rev", 12, 0]), subject, ["", 0, 0])).toEqual(["rev", 12, 0]);
});

it("a cursor is rejected by a call about something else", () => {
  const cursor = encodeCursor(subject, ["rev", 12]);
  expect(() => decodeCursor(cursor, ["read_page", "space", undefined, "other"], ["", 0])).toThrow(
    "This cursor belongs to a call with other arguments.",
  );
});

it.each(["", "x", "%%%", Buffer.from("[]").toString("base64url"), Buffer.from('{"a":1}').toString("base64url")])(
  "%j is rejected as a cursor",
  (cursor) => {
    expect(() => decodeCursor(cursor, subject, ["", 0])).toThrow("This is not a cursor.");
  },
);

it("a cursor is rejected if its position has another shape", () => {
  expect(() => decodeCursor(encodeCursor(subject, [12, "rev"]), subject, ["", 0])).toThrow("This is not a cursor.");
  expect(() => decodeCursor(encodeCursor(subject, ["rev"]), subject, ["", 0])).toThrow("This is not a cursor.");
});

it.each([-1, 0.5, 1e308])("a cursor is rejected if a count in it was changed to %d", (count) => {
  expect(() => decodeCursor(encodeCursor(subject, ["rev", count]), subject, ["", 0])).toThrow("This is not a cursor.");
});
