import { expect, it } from "vitest";
import { selectionOf } from "../../src/server/transports/request-selection.ts";

const asked = (query: string, headers: Record<string, string> = {}) =>
  selectionOf(new Request(`http://127.0.0.1/mcp${query}`, { headers }));

it("takes what is given more than once together", () => {
  expect(asked("?exclude_tools=a&exclude_tools=b,c")?.excludeTools).toEqual(["a", "b", "c"]);
  expect(asked("?toolsets=sites&toolsets=git")?.toolsets).toEqual(["sites", "git"]);
});

it("never drops a limit, wherever it stands", () => {
  expect(asked("?read_only=false&read_only=true")?.readOnly).toBe(true);
  expect(asked("?read_only=true", { "X-Copydesk-Read-Only": "false" })?.readOnly).toBe(true);
  expect(asked("?exclude_tools=a", { "X-Copydesk-Exclude-Tools": "b" })?.excludeTools).toEqual(["b", "a"]);
});

it("takes the header's lists before the URL's", () => {
  expect(asked("?toolsets=git", { "X-Copydesk-Toolsets": "sites" })?.toolsets).toEqual(["sites"]);
});

it("asks for nothing when nothing is given", () => {
  expect(asked("")).toBeUndefined();
  expect(asked("?read_only=false&propose_only=0&exclude_tools=")).toBeUndefined();
  expect(asked("?propose_only=true")?.proposeOnly).toBe(true);
  expect(asked("", { "X-Copydesk-Propose-Only": "true" })?.proposeOnly).toBe(true);
  expect(asked("?propose_only=false", { "X-Copydesk-Propose-Only": "true" })?.proposeOnly).toBe(true);
  expect(asked("?propose_only")?.proposeOnly).toBe(true);
  expect(asked("?read_only")?.readOnly).toBe(true);
});
