import { beforeEach, describe, expect, it } from "vitest";
import { operationSummaries } from "../../../src/contract/load.ts";
import type { Acting } from "../../../src/platform/access/authenticate.ts";
import { CachedResponses } from "../../../src/platform/http/cached-responses.ts";
import { readHttpRequest } from "../../../src/platform/http/operation-request.ts";

const summary = operationSummaries.find(({ id }) => id === "getPageById") ?? expect.unreachable();

let time: number;
let change: number;
let cache: CachedResponses;
beforeEach(() => {
  time = Date.parse("2026-03-04T05:06:07.000Z");
  change = 1;
  cache = new CachedResponses({ lastChange: () => change }, () => new Date(time).toISOString());
});

interface Call {
  readonly token?: string;
  readonly acting?: Acting;
  readonly origin?: string;
}

function keyFor(pageId: string, { token = "one", acting, origin = "http://localhost" }: Call = {}) {
  const request = new Request("http://localhost/v1", { headers: { authorization: `Bearer ${token}` } });
  const route = { summary, params: { spaceId: "s", pageId } };
  return cache.keyFor(readHttpRequest(request, route, { acting }), origin) ?? expect.unreachable();
}

const store = (pageId: string, call?: Call) =>
  cache.store(keyFor(pageId, call), { operation: {} as never, status: 200, result: pageId });
const find = (pageId: string, call?: Call) => cache.find(keyFor(pageId, call))?.result;

describe("a cached response", () => {
  it("is returned only to the same request", () => {
    store("a");
    expect([find("a"), find("b"), find("a", { origin: "https://docs.example.com" })]).toEqual([
      "a",
      undefined,
      undefined,
    ]);
  });

  it("is returned only until something is written", () => {
    store("a");
    change = 2;
    expect(find("a")).toBeUndefined();
    store("b");
    expect(find("a")).toBeUndefined();
  });

  it("is returned for one second after its caller was authenticated for any request", () => {
    store("a");
    time += 999;
    expect(find("a")).toBe("a");
    time += 1;
    expect(find("a")).toBeUndefined();
    store("b");
    time += 500;
    expect(find("a")).toBe("a");
  });

  it("is not returned after the clock was set back", () => {
    store("a");
    time -= 1;
    expect(find("a")).toBeUndefined();
  });

  it("is returned only to the same caller", () => {
    const acting = { user: "one", scope: "read" } as const;
    store("a");
    store("b", { token: "two" });
    store("c", { acting });
    expect(find("a", { token: "two" })).toBeUndefined();
    expect(find("a", { acting })).toBeUndefined();
    expect(find("c", { acting: { ...acting, scope: "admin" } })).toBeUndefined();
    expect(find("c", { acting })).toBe("c");
  });

  it("is none of another platform", () => {
    store("a");
    cache = new CachedResponses({ lastChange: () => change }, () => new Date(time).toISOString());
    expect(find("a")).toBeUndefined();
  });
});
