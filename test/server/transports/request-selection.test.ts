import { describe, expect, it } from "vitest";
import { readSelection } from "../../../src/server/transports/http.ts";

const asked = (query: string, headers: Record<string, string> = {}) =>
  readSelection(new Request(`http://127.0.0.1/mcp${query}`, { headers }));

it("repeated parameters are combined", () => {
  expect(asked("?exclude_tools=a&exclude_tools=b,c")?.excludeTools).toEqual(["a", "b", "c"]);
  expect(asked("?toolsets=sites&toolsets=git")?.toolsets).toEqual(["sites", "git"]);
});

it("every limit applies, wherever it is given", () => {
  expect(asked("?read_only=false&read_only=true")?.readOnly).toBe(true);
  expect(asked("?read_only=true", { "X-Copydesk-Read-Only": "false" })?.readOnly).toBe(true);
  expect(asked("?exclude_tools=a", { "X-Copydesk-Exclude-Tools": "b" })?.excludeTools).toEqual(["b", "a"]);
});

it("the header's lists take precedence over the URL's", () => {
  expect(asked("?toolsets=git", { "X-Copydesk-Toolsets": "sites" })?.toolsets).toEqual(["sites"]);
});

it("nothing is selected if nothing is given", () => {
  expect(asked("")).toBeUndefined();
  expect(asked("?read_only=false")).toBeUndefined();
});

describe("read_only", () => {
  it.each(["", "=", "=true", "=TRUE", "=1", "=yes", "=on", "=false&read_only", "=0,true", "=+"])(
    "?read_only%s is on",
    (query) => {
      expect(asked(`?read_only${query}`)?.readOnly).toBe(true);
    },
  );

  it.each(["=false", "=False", "=0", "=no", "=off"])("?read_only%s asks for nothing", (query) => {
    expect(asked(`?read_only${query}`)).toBeUndefined();
  });

  it.each(["", "true", "1", "true, true", "false, true", "YES"])("is on with the header %j", (value) => {
    expect(asked("", { "X-Copydesk-Read-Only": value })?.readOnly).toBe(true);
  });

  it.each(["=maybe", "=truee", "=2", "=null", "=undefined", "=$READ_ONLY"])("?read_only%s is refused", (query) => {
    expect(() => asked(`?read_only${query}`)).toThrow(/^read_only takes true or false, not "/);
    expect(() => asked("", { "X-Copydesk-Read-Only": query.slice(1) })).toThrow(/^read_only takes true or false/);
  });
});

describe("an invalid limit", () => {
  it.each(["toolsets", "tools", "exclude_tools"])("is refused without a name: %s", (name) => {
    const header = `X-Copydesk-${name.replace("_", "-")}`;
    const message = `${name} names nothing. Name something, or leave it out.`;
    for (const query of ["", "=", "=,", "=+", `=a&${name}`]) expect(() => asked(`?${name}${query}`)).toThrow(message);
    for (const value of ["", ",", " , "]) expect(() => asked("", { [header]: value })).toThrow(message);
  });

  it.each([
    ["read_only[]", "read_only"],
    ["read%20only", "read_only"],
    ["READONLY", "read_only"],
    ["exclude.tools", "exclude_tools"],
  ])("is refused in the URL: %s", (name, meant) => {
    expect(() => asked(`?${name}=true`)).toThrow(`; write ${meant}.`);
  });

  it.each([
    "X-Copydesk-Readonly",
    "X-Copydesk-Exclude",
    "X-Copydesk-Read_Only",
    "X_Copydesk_Read_Only",
    "X-Copydesk_Read_Only",
    "XCopydesk-Read-Only",
    "Copydesk-Read-Only",
    "X-Copydesk",
  ])("is refused in the header: %s", (name) => {
    expect(() => asked("", { [name]: "true" })).toThrow(
      `There is no header "${name.toLowerCase()}". There are: x-copydesk-read-only, x-copydesk-propose-only, x-copydesk-toolsets, x-copydesk-tools, x-copydesk-exclude-tools.`,
    );
  });
});

it("propose_only is read like read_only", () => {
  expect(asked("?propose_only=true")?.proposeOnly).toBe(true);
  expect(asked("", { "X-Copydesk-Propose-Only": "true" })?.proposeOnly).toBe(true);
  expect(asked("?propose_only=false", { "X-Copydesk-Propose-Only": "true" })?.proposeOnly).toBe(true);
  expect(asked("?propose_only")?.proposeOnly).toBe(true);
  expect(asked("?propose_only=false")).toBeUndefined();
});
