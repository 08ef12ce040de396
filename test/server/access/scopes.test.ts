import { describe, expect, it } from "vitest";
import { operationSummaries } from "../../../src/contract/load.ts";
import { grantedScope, scopeOfMessage, scopes, scopesUpTo } from "../../../src/server/access/scopes.ts";
import { catalog } from "../../../src/tools/catalog.ts";
import { generatedEntries } from "../../../src/tools/generated-entries.ts";

const call = (name: string, args: unknown = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});
const scopeOf = (message: unknown) => scopeOfMessage(message, generatedEntries);

describe("the scope a message needs", () => {
  it.each([
    ["search_docs", {}, "docs:read"],
    ["read_operation", { operation: "getSpace" }, "docs:read"],
    ["edit_page", {}, "docs:write"],
    ["write_pages", {}, "docs:write"],
    ["post_comment", {}, "docs:write"],
    ["merge_change_request", {}, "docs:admin"],
    ["translate_space", {}, "docs:admin"],
    ["write_operation", { operation: "createSpace" }, "docs:write"],
    ["write_operation", { operation: "mergeChangeRequest" }, "docs:admin"],
    ["write_operation", { operation: "merge_change-request" }, "docs:admin"],
    ["write_operation", { operation: " MERGE change request " }, "docs:admin"],
    ["write_operation", { operation: "deleteSpaceById" }, "docs:admin"],
    ["write_operation", { operation: "no such operation" }, "docs:write"],
    ["write_operation", {}, "docs:admin"],
    ["write_operation", "mergeChangeRequest", "docs:admin"],
    ["delete_operation", { operation: "delete_space_by_id" }, "docs:admin"],
    ["no_such_tool", {}, "docs:read"],
  ])("to call %s with %j is %s", (name, args, scope) => {
    expect(scopeOf(call(name, args))).toBe(scope);
  });

  it.each([
    [{ method: "initialize" }],
    [{ method: "tools/list" }],
    [{ method: "resources/read" }],
    [{ method: "tools/call" }],
    [{ method: "tools/call", params: null }],
    [null],
    ["tools/call"],
    [[]],
  ])("to send %j is docs:read", (message) => {
    expect(scopeOf(message)).toBe("docs:read");
  });

  it("of an array is the most that one of its messages needs", () => {
    expect(scopeOf([call("search_docs"), call("merge_change_request"), call("edit_page")])).toBe("docs:admin");
    expect(scopeOf([call("edit_page"), { method: "tools/list" }])).toBe("docs:write");
  });

  const needed = {
    read: "docs:read",
    create: "docs:write",
    update: "docs:write",
    delete: "docs:admin",
    run: "docs:admin",
  };

  it("to call an operation's own tool follows from its effect, whatever it is", () => {
    const tools = generatedEntries.flatMap((entry) => (entry.operation === undefined ? [] : [entry]));
    const wrong = tools.filter(({ definition, operation }) => {
      const effect = operationSummaries.find(({ id }) => id === operation)?.effect;
      return effect === undefined || scopeOf(call(definition.name)) !== needed[effect];
    });
    expect(tools.length).toBeGreaterThan(200);
    expect(wrong.map(({ definition }) => definition.name)).toEqual([]);
  });

  it("to call a tool made by hand is no less than its own effect, or that of each operation it calls, needs", async () => {
    const loose: string[] = [];
    for (const load of Object.values(catalog)) {
      const tool = await load();
      const effects = tool.effect === undefined ? tool.uses.map(({ effect }) => effect) : [tool.effect];
      // The four of the long tail are told by the operation they are given.
      if (/^(read|write|delete)_operation$/.test(tool.name)) continue;
      const scope = scopeOf(call(tool.name));
      const least = effects.map((effect) => scopes.indexOf(needed[effect] as (typeof scopes)[number]));
      if (Math.max(0, ...least) > scopes.indexOf(scope)) loose.push(tool.name);
    }
    expect(loose).toEqual([]);
  });
});

describe("the scope a token grants", () => {
  it.each([
    [{ scope: "docs:read" }, "docs:read"],
    [{ scope: "openid docs:admin docs:read" }, "docs:admin"],
    [{ scope: ["docs:write"] }, "docs:write"],
    [{ scp: "docs:write" }, "docs:write"],
    [{ scp: ["docs:read", "profile"] }, "docs:read"],
    [{ scope: "openid", scp: ["docs:read"] }, "docs:read"],
    [{ scope: "docs:administrator docs:readonly DOCS:ADMIN" }, undefined],
    [{ scope: { "docs:admin": true } }, undefined],
    [{ scope: 7 }, undefined],
    [{ permissions: ["docs:admin"] }, undefined],
    [{}, undefined],
  ])("by %j is %s", (claims, scope) => {
    expect(grantedScope(claims)).toBe(scope);
  });

  it("is asked for with those it includes", () => {
    expect(scopes.map(scopesUpTo)).toEqual(["docs:read", "docs:read docs:write", "docs:read docs:write docs:admin"]);
  });
});
