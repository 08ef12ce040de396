import { describe, expect, it } from "vitest";
import { readRison } from "../../../../src/platform/publishing/sites/rison.ts";

describe("Rison", () => {
  it.each([
    ["(a:0,b:!t,c:!f,d:!n)", { a: 0, b: true, c: false, d: null }],
    ["a:1,b:'x y'", { a: 1, b: "x y" }],
    ["(a:!(1,-2.5,1e3,word),'b c':(d:()))", { a: [1, -2.5, 1000, "word"], "b c": { d: {} } }],
    ["(a:'can!'t !!')", { a: "can't !" }],
    ["(plan:pro-2)", { plan: "pro-2" }],
    ["!()", []],
    ["'text'", "text"],
    ["(__proto__:1)", JSON.parse('{"__proto__":1}') as unknown],
  ])("is read: %s", (text, value) => {
    expect(readRison(text)).toEqual(value);
  });

  it.each([
    "(",
    "(a",
    "(a:)",
    "(a:1",
    "(a:1,)",
    "!",
    "!x",
    "!(1",
    "'open",
    "'!x'",
    "(a:1)b",
    `${"!(".repeat(40)}${")".repeat(40)}`,
  ])("is rejected: %s", (text) => {
    expect(readRison(text)).toBe(undefined);
  });
});
