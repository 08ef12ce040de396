import { describe, expect, it } from "vitest";
import { getEmailDomain, normalizeEmail } from "../../../src/platform/access/people-rows.ts";

describe("an e-mail address", () => {
  it.each([
    [" Ada@Example.COM ", "ada@example.com"],
    ["ada+docs@example.com", "ada+docs@example.com"],
    ["ada@münchen.example", "ada@xn--mnchen-3ya.example"],
    ["ada@localhost", "ada@localhost"],
    ["a\u0301da@example.com", "\u00e1da@example.com"],
  ])("normalizes %j to %j", (given, expected) => {
    expect(normalizeEmail(given)).toBe(expected);
  });

  it("differs from one in letters that only look the same", () => {
    expect(normalizeEmail("\u0430da@example.com")).not.toBe(normalizeEmail("ada@example.com"));
  });

  it.each([
    "",
    "ada",
    "@example.com",
    "ada@",
    "ada@@example.com",
    "a b@example.com",
    "ada@example.com\r\nBcc: x@y.z",
    "ada@exa\u200bmple.com,eve@example.com",
    "<ada@example.com>",
    "ada\u200b@example.com",
    "ada@-example.com",
    `${"a".repeat(250)}@example.com`,
  ])("cannot be %j", (given) => {
    expect(normalizeEmail(given)).toBeUndefined();
  });

  it("belongs to the domain after its last @", () => {
    expect(getEmailDomain("ada@example.com")).toBe("example.com");
  });
});
