import { describe, expect, it } from "vitest";
import { maskPersonalData } from "../../../../src/platform/knowledge/conversations/personal-data.ts";
import { expectLinearCost } from "../../../support/cost.ts";

describe("the masking of personal data", () => {
  it.each([
    ["Write to mia.berg+docs@mail.example.co.uk, please", "Write to [email], please"],
    ["<jörg@exämple.de>", "<[email]>"],
    ["Card 4111 1111 1111 1111, charged twice", "Card [card number], charged twice"],
    ["378282246310005", "[card number]"],
    ["5555-5555-5555-4444.", "[card number]."],
    ["Call +49 (0)30 901820 today", "Call [phone number] today"],
    ["Call +1 415 555 2671", "Call [phone number]"],
    ["(415) 555-2671 or 415-555-2671", "[phone number] or [phone number]"],
    ["Ring 030 901 8200", "Ring [phone number]"],
    ["from 203.0.113.9:8080 we get 403", "from [IP address]:8080 we get 403"],
    ["2001:db8:85a3::8a2e:370:7334 is blocked", "[IP address] is blocked"],
    ["fe80::1 is blocked", "[IP address] is blocked"],
    ["call-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123 it", "[secret] it"],
    ["my key is sk-proj-abcdefghijklmnop1234567890", "my key is [secret]"],
    ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", "[secret]"],
    ["AKIAIOSFODNN7EXAMPLE", "[secret]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123", "[secret]"],
    ["Authorization: Bearer abc.def-123456", "Authorization: Bearer [secret]"],
    ["password: hunter2hunter2", "password: [secret]"],
    ['"api_key": "a1b2c3d4e5"', '"api_key": "[secret]"'],
    ["curl -H token=9f8e7d6c5b4a", "curl -H token=[secret]"],
    ["9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c", "[secret]"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\nbye", "[secret]\nbye"],
  ])("masks %j", (text, masked) => {
    expect(maskPersonalData(text)).toBe(masked);
  });

  it("changes nothing the second time", () => {
    const once = maskPersonalData("mia@example.com password: hunter2hunter2 +1 415 555 2671 203.0.113.9");
    expect(maskPersonalData(once)).toBe(once);
  });
});

describe("text without personal data", () => {
  it.each([
    "Order 4111 1111 1111 1112 is no card",
    "A::B is not found",
    "The counter shows 8888888888888888",
    "The API token: invalid, it says",
    "How do I create an API token with read access alone?",
    "It fails since version 10.15.7, at 2026-01-02T03:04:05.000Z",
    "Page 6f9619ff-8b86-d011-b42d-00cf4fc964ff is gone",
    "Importing 1,000,000 rows in 2025-2026 takes 00:15:30",
    "See /docs/getting-started/installation-on-premises-with-kubernetes",
    "GET /v1/spaces/{id} answers 404 at 12:30:45",
  ])("stays the same: %j", (text) => {
    expect(maskPersonalData(text)).toBe(text);
  });
});

it.each([
  "a@",
  "1 ",
  "a.",
  "-----BEGIN PRIVATE KEY-----",
  "token: ",
  "eyJaaaaaaaa.",
  "1:",
  "+1",
  "sk-a",
  "@a.",
  "-eyJaaaaaaaa",
  "1:1:aaaaaaaaaaaaaaaaaaaaaaaaaaaa: ",
  "a",
])("masking takes time proportional to the text, however hostile: %j", async (piece) => {
  await expectLinearCost((length) => maskPersonalData(piece.repeat(Math.floor(length / piece.length))), 10_000);
});
