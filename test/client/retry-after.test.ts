import { expect, test } from "vitest";
import { readRetryAfter } from "../../src/client/response.ts";

const now = Date.parse("2026-03-01T12:00:00Z");

const read = (status: number, headers: Record<string, string>) => readRetryAfter(status, (name) => headers[name], now);

test.each([
  ["0", 0],
  ["7", 7],
  [" 1.2 ", 2],
  ["Sun, 01 Mar 2026 12:00:30 GMT", 30],
  ["Sunday, 01-Mar-26 12:00:30 GMT", 30],
  ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
  ["9".repeat(400), 31_536_000],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 31_536_000],
  ["1, 5,2", 5],
  ["1, -5", undefined],
  ["1,".repeat(4000), undefined],
  ["-5", undefined],
  ["soon", undefined],
  ["", undefined],
  ["1e3", undefined],
  ["2026-03-01", undefined],
  ["Foo, bar GMT", undefined],
])("Retry-After %j means %s seconds", (value, seconds) => {
  expect(read(503, { "retry-after": value })).toBe(seconds);
});

test.each([
  ["1772366412", 12],
  ["1772366399", 0],
  ["1772366412000", 12],
  ["45", 45],
  ["tomorrow", undefined],
])("X-RateLimit-Reset %j of a throttled request means %s seconds", (value, seconds) => {
  expect(read(429, { "x-ratelimit-reset": value })).toBe(seconds);
});

test("a limit's reset does not apply to other failures, and Retry-After takes precedence", () => {
  expect(read(503, { "x-ratelimit-reset": "1772366412" })).toBeUndefined();
  expect(read(429, { "x-ratelimit-reset": "1772366412", "retry-after": "3" })).toBe(3);
});
