import fc from "fast-check";
import { expect, test } from "vitest";
import { parseBaseUrl } from "../../src/client/base-url.ts";
import { InputError } from "../../src/client/errors.ts";
import { buildUrl } from "../../src/client/url.ts";
import { pages } from "../../src/contract/operations/pages.ts";
import { spaces } from "../../src/contract/operations/spaces.ts";

const base = parseBaseUrl("https://docs.example.com");
const page = (pagePath: unknown) => buildUrl(base, pages.getByPath, { spaceId: "s1", pagePath }, {}).href;

test("a page path with slashes stays one segment", () => {
  expect(page("guides/first steps?#")).toBe(
    "https://docs.example.com/v1/spaces/s1/content/path/guides%2Ffirst%20steps%3F%23",
  );
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
])("%j is refused as a path parameter", (value) => {
  expect(() => page(value)).toThrow(new InputError("`pagePath` must not have `.` or `..` as a part.", pages.getByPath));
});

test("an empty and a missing path parameter are refused by name", () => {
  expect(() => page("")).toThrow("getPageByPath: `pagePath` is required.");
  expect(() => page(undefined)).toThrow("getPageByPath: `pagePath` is required.");
});

test.each([[7], [null], [["a"]], [{}]])("%j is refused as a path parameter because it is no string", (value) => {
  expect(() => page(value)).toThrow("getPageByPath: `pagePath` must be a string.");
});

test.each(["a\r\nHost: evil", "a\u0000", ".\t.", "\ud800"])("%j is refused as a path parameter", (value) => {
  expect(() => page(value)).toThrow(InputError);
});

test("whatever a path parameter holds, the request stays below its operation's path or is refused", () => {
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

test("a path parameter of a million encoded percent signs is read in a moment", () => {
  const started = performance.now();
  expect(page("%25".repeat(1_000_000)).length).toBeGreaterThan(1_000_000);
  expect(performance.now() - started).toBeLessThan(1000);
});

const query = (members: Record<string, unknown>) =>
  buildUrl(base, spaces.list, { organizationId: "o1" }, members).search;

test("query arrays are repeated, undefined left out, booleans and numbers written out", () => {
  expect(query({ authors: ["a", "b", undefined], page: undefined, computed: false, metadata: true, limit: 0 })).toBe(
    "?authors=a&authors=b&computed=false&metadata=true&limit=0",
  );
  expect(query({ authors: [] })).toBe("");
});

test("query values cannot add members", () => {
  expect(query({ query: "a&b=c#d e+é" })).toBe("?query=a%26b%3Dc%23d+e%2B%C3%A9");
});

test.each([[null], [Number.NaN], [Number.POSITIVE_INFINITY], [{ a: 1 }], [[["a"]]]])(
  "%j is refused as a query value",
  (value) => {
    expect(() => query({ limit: value })).toThrow(InputError);
  },
);
