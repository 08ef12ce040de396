import { describe, expect, it } from "vitest";
import { reaches, scopes } from "../../../src/contract/reach.ts";
import {
  externalScopes,
  getMinOfferedScope,
  grantedScope,
  ownScopes,
  scopeName,
  scopeOfMessage,
  scopesUpTo,
} from "../../../src/server/access/scopes.ts";
import { generatedRegistry } from "../../../src/tools/registry.ts";

const call = (name: string, args: unknown = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});

const merged = { spaceId: "s", changeRequestId: "c" };

/** The name that an external authorization server uses. */
const scopeOf = async (message: unknown) =>
  scopeName(getMinOfferedScope(await scopeOfMessage(message, generatedRegistry), externalScopes));

describe("the scope that a message requires", () => {
  it.each([
    ["search_docs", {}, "docs:read"],
    ["read_operation", { operation: "getSpace" }, "docs:read"],
    ["edit_page", {}, "docs:write"],
    ["write_pages", {}, "docs:write"],
    ["post_comment", {}, "docs:write"],
    ["merge_change_request", {}, "docs:admin"],
    ["translate_space", {}, "docs:admin"],
    ["write_operation", { operation: "createSpace" }, "docs:write"],
    ["write_operation", { operation: "mergeChangeRequest", arguments: merged }, "docs:admin"],
    ["write_operation", { operation: "merge_change-request", arguments: merged }, "docs:admin"],
    ["write_operation", { operation: " MERGE change request ", arguments: merged }, "docs:admin"],
    ["write_operation", { operation: "deleteSpaceById", arguments: { spaceId: "s" } }, "docs:admin"],
    ["write_operation", { operation: "no such operation" }, "docs:read"],
    ["write_operation", {}, "docs:admin"],
    ["write_operation", "mergeChangeRequest", "docs:admin"],
    ["delete_operation", { operation: "delete_space_by_id", arguments: { spaceId: "s" } }, "docs:admin"],
    ["no_such_tool", {}, "docs:read"],
  ])("is, to call %s with %j, %s", async (name, args, scope) => {
    expect(await scopeOf(call(name, args))).toBe(scope);
  });

  it.each([
    ["search_docs", {}, "read"],
    ["edit_page", {}, "propose"],
    ["post_comment", {}, "propose"],
    ["merge_change_request", {}, "merge"],
    ["update_space_by_id", { spaceId: "s", title: "Guides" }, "write"],
    ["delete_operation", { operation: "delete_space_by_id", arguments: { spaceId: "s" } }, "admin"],
  ])("is, to call %s with %j, %s and no more", async (name, args, scope) => {
    expect(await scopeOfMessage(call(name, args), generatedRegistry)).toBe(scope);
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
  ])("is, to send %j, docs:read", async (message) => {
    expect(await scopeOf(message)).toBe("docs:read");
  });

  it("is, for an array, the highest that one of its messages needs", async () => {
    expect(await scopeOf([call("search_docs"), call("merge_change_request"), call("edit_page")])).toBe("docs:admin");
    expect(await scopeOf([call("edit_page"), { method: "tools/list" }])).toBe("docs:write");
  });

  it.each([
    ["sync_git", { space: "Guides" }, "docs:read"],
    ["sync_git", { space: "Guides", direction: "import", force: true, operation: "getSpaceById" }, "docs:admin"],
    ["sync_git", { space: "Guides", direction: "export", message: "m" }, "docs:admin"],
    ["publish_openapi_spec", { slug: "tides", text: "{}" }, "docs:write"],
    ["publish_openapi_spec", { slug: "tides", text: "{}", visibility: "private" }, "docs:write"],
    ["publish_openapi_spec", { slug: "tides", text: "{}", visibility: "public" }, "docs:admin"],
    ["update_site", { site: "Docs", title: "Manual" }, "docs:write"],
    ["update_site", { site: "Docs", published: true }, "docs:admin"],
    ["update_site", { site: "Docs", operation: "getSpaceById", published: true }, "docs:admin"],
    ["merge_change_request", { change_request: "1", operation: "getSpaceById" }, "docs:admin"],
    ["update_space_by_id", { spaceId: "s", title: "Guides" }, "docs:write"],
    ["update_space_by_id", { spaceId: "s", defaultLevel: "admin" }, "docs:admin"],
    ["write_operation", { operation: "createSpace", confirmation: "x" }, "docs:write"],
    ["write_operation", { operation: "updateSpaceById", arguments: '{"spaceId":"s","title":"G"}' }, "docs:write"],
    ["write_operation", { operation: "updateSpaceById", arguments: '{"spaceId":"s","mergeRules":null}' }, "docs:read"],
    ["create_site_share_link", { siteId: "s", name: "All" }, "docs:admin"],
    ["update_member_in_organization_by_id", { userId: "u", role: "admin" }, "docs:admin"],
  ])("follows from what the call will do: %s with %j is %s", async (name, args, scope) => {
    expect(await scopeOf(call(name, args))).toBe(scope);
  });

  it("is, for arguments that a tool refuses, the highest that the tool could need", async () => {
    const loose: string[] = [];
    for (const { definition, reach } of generatedRegistry.entries) {
      const scope = await scopeOfMessage(call(definition.name, { no_such_argument: 1 }), generatedRegistry);
      if (scope !== reaches[reach].scope) loose.push(definition.name);
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
  ])("is, for %j, %s", (claims, scope) => {
    const granted = grantedScope(claims);
    expect(granted && scopeName(granted)).toBe(scope);
  });

  it("is requested with those it includes", () => {
    expect(scopes.map((scope) => scopesUpTo(scope, externalScopes))).toEqual([
      "docs:read",
      "docs:read docs:write",
      "docs:read docs:write",
      "docs:read docs:write docs:admin",
      "docs:read docs:write docs:admin",
    ]);
  });

  it("is granted by the built-in authorization server as people consent", () => {
    expect(scopes.map((scope) => scopesUpTo(scope, ownScopes))).toEqual([
      "docs:read",
      "docs:read docs:propose",
      "docs:read docs:propose docs:merge",
      "docs:read docs:propose docs:merge",
      "docs:read docs:propose docs:merge docs:admin",
    ]);
  });
});
