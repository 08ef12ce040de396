import { expect, test } from "vitest";
import { InputError } from "../../src/client/errors.ts";
import { parseBaseUrl } from "../../src/client/request.ts";

test.each([
  ["https://docs.example.com", "https://docs.example.com", "/v1"],
  ["https://docs.example.com/", "https://docs.example.com", "/v1"],
  ["https://docs.example.com/v1", "https://docs.example.com", "/v1"],
  ["https://docs.example.com/v1///", "https://docs.example.com", "/v1"],
  ["http://127.0.0.1:8080/api/", "http://127.0.0.1:8080", "/api/v1"],
  ["https://docs.example.com/dev1", "https://docs.example.com", "/dev1/v1"],
])("%s leads to %s%s", (text, origin, prefix) => {
  expect(parseBaseUrl(text)).toMatchObject({ origin, prefix });
});

test.each([
  "docs.example.com",
  "",
  "ftp://docs.example.com",
  "file:///etc/passwd",
  "https://docs.example.com/?key=1",
  "https://docs.example.com/#v1",
])("%j is rejected as a base URL", (text) => {
  expect(() => parseBaseUrl(text)).toThrow(InputError);
});

test("a base URL with a password is rejected without repeating it", () => {
  expect(() => parseBaseUrl("https://ana:hunter2@docs.example.com")).toThrow(
    new InputError("the base URL must not carry a user name or password; pass a token."),
  );
});
