import { expect, it } from "vitest";
import { decodeCursor, encodeCursor } from "../../../src/desk/present/listing.ts";

const subject = ["read_page", "space", undefined, "page"];

it("gives a position back to the call it came from", () => {
  expect(decodeCursor(encodeCursor(subject, ["rev", 12, 0]), subject, ["", 0, 0])).toEqual(["rev", 12, 0]);
});

it("is refused by a call about something else", () => {
  const cursor = encodeCursor(subject, ["rev", 12]);
  expect(() => decodeCursor(cursor, ["read_page", "space", undefined, "other"], ["", 0])).toThrow(
    "This cursor belongs to a call with other arguments.",
  );
});

it.each(["", "x", "%%%", Buffer.from("[]").toString("base64url"), Buffer.from('{"a":1}').toString("base64url")])(
  "is told apart from what is none: %j",
  (cursor) => {
    expect(() => decodeCursor(cursor, subject, ["", 0])).toThrow("This is not a cursor.");
  },
);

it("is refused when its position has another shape", () => {
  expect(() => decodeCursor(encodeCursor(subject, [12, "rev"]), subject, ["", 0])).toThrow("This is not a cursor.");
  expect(() => decodeCursor(encodeCursor(subject, ["rev"]), subject, ["", 0])).toThrow("This is not a cursor.");
});

it.each([-1, 0.5, 1e308])("is refused when a count in it was made %d", (count) => {
  expect(() => decodeCursor(encodeCursor(subject, ["rev", count]), subject, ["", 0])).toThrow("This is not a cursor.");
});
