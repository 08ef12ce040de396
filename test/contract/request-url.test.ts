import { expect, it } from "vitest";
import { findSearchParams, getOrigin, getPath } from "../../src/contract/request-url.ts";

it.each([
  "http://localhost/",
  "http://127.0.0.1:3000/mcp",
  "https://docs.example.com/v1/spaces/a%2Fb/content/page/c?format=markdown&x=1",
  "http://[::1]:8080/mcp?",
  "http://localhost/mcp#part?no=query",
  "http://localhost/a//b?url=http://other/path",
  "http://localhost/?a=1#b",
])("has the same parts as the parsed URL: %s", (text) => {
  const { url } = new Request(text);
  const { origin, pathname, searchParams } = new URL(url);
  expect([getOrigin({ url }), getPath({ url })]).toEqual([origin, pathname]);
  expect([...(findSearchParams({ url }) ?? [])]).toEqual([...searchParams]);
});

it("leaves a user name and password out of the origin", () => {
  expect(getOrigin({ url: "http://user:pass@127.0.0.1:3000/v1/user" })).toBe("http://127.0.0.1:3000");
});
