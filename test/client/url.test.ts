import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../src/client/errors.ts";
import { buildUrl, parseBaseUrl } from "../../src/client/request.ts";
import { pages } from "../../src/contract/operations/pages.ts";
import { spaces } from "../../src/contract/operations/spaces.ts";
import { expectLinearCost } from "../support/cost.ts";

const base = parseBaseUrl("https://docs.example.com");

const page = (pagePath: unknown) => buildUrl(base, pages.getByPath, { spaceId: "s1", pagePath }, {}).href;

test("a page path with slashes remains one segment", () => {
  expect(page("guides/first steps?#")).toBe(
    "https://docs.example.com/v1/spaces/s1/content/path/guides%2Ffirst%20steps%3F%23",
  );
});

test.each([
  ["Größe", "Gr%C3%B6%C3%9Fe"],
  ["日本語/入門", "%E6%97%A5%E6%9C%AC%E8%AA%9E%2F%E5%85%A5%E9%96%80"],
  ["👩‍👩‍👧", "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"],
  ["100%", "100%25"],
  ["a%2Fb", "a%252Fb"],
  ["a//b/", "a%2F%2Fb%2F"],
  ["@evil.example:80", "%40evil.example%3A80"],
  [" ", "%20"],
])("the path parameter %j is written %s", (value, written) => {
  expect(page(value)).toBe(`https://docs.example.com/v1/spaces/s1/content/path/${written}`);
});

test("names that merely begin with dots are kept", () => {
  expect(page(".github/...md/..a")).toBe("https://docs.example.com/v1/spaces/s1/content/path/.github%2F...md%2F..a");
});

test.each([
  ".",
  "..",
  "../orgs",
  "a/../b",
  "a/.",
  "..\\orgs",
  "%2e%2e",
  "%2E.",
  "%252e%252e",
  "%25252525252e%2e",
  "a%2f..%2Fb",
  "a%255c%2e%2e",
])("%j is rejected as a path parameter", (value) => {
  expect(() => page(value)).toThrow(new InputError("`pagePath` must not have `.` or `..` as a part.", pages.getByPath));
});

test("an empty and a missing path parameter are rejected by name", () => {
  expect(() => page("")).toThrow("getPageByPath: `pagePath` is required.");
  expect(() => page(undefined)).toThrow("getPageByPath: `pagePath` is required.");
});

test.each([[7], [null], [["a"]], [{}]])("%j is rejected as a path parameter because it is not a string", (value) => {
  expect(() => page(value)).toThrow("getPageByPath: `pagePath` must be a string.");
});

test.each(["a\r\nHost: evil", "a\u0000", ".\t.", "\ud800"])("%j is rejected as a path parameter", (value) => {
  expect(() => page(value)).toThrow(InputError);
});

test("a request with any path parameter stays below its operation's path or is rejected", () => {
  const piece = fc.oneof(fc.constantFrom("..", ".", "/", "\\", "%2e", "%2F", "%25", "?", "#", "@", ":"), fc.string());
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const value = pieces.join("");
      let url: URL;
      try {
        url = buildUrl(base, spaces.get, { spaceId: value }, {});
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        return;
      }
      const segments = url.pathname.split("/");
      expect(url.origin).toBe("https://docs.example.com");
      expect(segments.slice(0, 3)).toEqual(["", "v1", "spaces"]);
      expect(segments.slice(3).map(decodeURIComponent)).toEqual([value]);
      expect(url.search + url.hash).toBe("");
    }),
  );
});

test("a path parameter of a million encoded percent signs is read in linear time", async () => {
  const withSigns = (count: number) => page("%25".repeat(count));
  expect(withSigns(1_000_000).length).toBeGreaterThan(1_000_000);
  await expectLinearCost(withSigns, 20_000);
});

const query = (members: Record<string, unknown>) =>
  buildUrl(base, spaces.list, { organizationId: "o1" }, members).search;

test("query arrays are repeated, undefined is omitted, booleans and numbers are written", () => {
  expect(query({ authors: ["a", "b", undefined], page: undefined, computed: false, metadata: true, limit: 0 })).toBe(
    "?authors=a&authors=b&computed=false&metadata=true&limit=0",
  );
  expect(query({ authors: [] })).toBe("");
});

test("dates are written in UTC, alone and in lists", () => {
  const date = new Date("2026-03-01T13:00:00.5+01:00");
  expect(query({ after: date })).toBe("?after=2026-03-01T12%3A00%3A00.500Z");
  expect(query({ after: ["2026-03-01T12:00:00+01:00", date] })).toBe(
    "?after=2026-03-01T12%3A00%3A00%2B01%3A00&after=2026-03-01T12%3A00%3A00.500Z",
  );
});

test("query values cannot add members", () => {
  expect(query({ query: "a&b=c#d e+é" })).toBe("?query=a%26b%3Dc%23d+e%2B%C3%A9");
});

test.each([[null], [Number.NaN], [Number.POSITIVE_INFINITY], [{ a: 1 }], [[["a"]]], [new Date(Number.NaN)]])(
  "%j is rejected as a query value",
  (value) => {
    expect(() => query({ limit: value })).toThrow(InputError);
  },
);
