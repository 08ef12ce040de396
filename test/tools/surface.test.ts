import { describe, expect, it } from "vitest";
import { areas } from "../../src/contract/areas.ts";
import { explainHidden } from "../../src/tools/hidden-tool.ts";
import { findRefusal } from "../../src/tools/operation-limits.ts";
import { createSurface, type Selection, type Surface, toolsets } from "../../src/tools/surface.ts";
import type { ToolEntry, Toolset } from "../../src/tools/tool.ts";

function entry(name: string, own: readonly Toolset[], readOnly: boolean, operation?: string): ToolEntry {
  return {
    definition: {
      name,
      title: name,
      description: name,
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
      annotations: {
        readOnlyHint: readOnly,
        destructiveHint: !readOnly,
        idempotentHint: readOnly,
        openWorldHint: false,
      },
    },
    toolsets: own,
    limit: readOnly ? "read" : "all",
    reach: readOnly ? "reads" : "administers",
    tokens: 1,
    ...(operation === undefined ? {} : { operation }),
  };
}

const entries = [
  entry("read_page", ["default", "content"], true),
  entry("list_pages", ["default", "content"], true, "listPages"),
  entry("edit_page", ["default", "changes"], false),
  entry("merge_change_request", ["default", "changes"], false, "mergeChangeRequest"),
  entry("find_operations", ["default"], true),
  entry("read_operation", ["default"], true),
  entry("write_operation", ["default"], false),
  entry("delete_operation", ["default"], false),
  entry("get_space", ["content"], true, "getSpace"),
  entry("delete_member_from_team", ["organization"], false, "deleteMemberFromTeamById"),
];

const longTail = ["find_operations", "read_operation", "write_operation", "delete_operation"];

const names = (surface: Surface) => surface.listed.map(({ definition }) => definition.name);

const listed = (selection: Selection) => names(createSurface(entries, selection));

describe("the surface", () => {
  it("consists of the hand-made and the generic tools by default", () => {
    const usual = ["read_page", "list_pages", "edit_page", "merge_change_request", ...longTail];
    expect(listed({})).toEqual(usual);
    expect(listed({ toolsets: ["default"] })).toEqual(usual);
  });

  it("consists, for an area, of its hand-made tools, one tool for each of its operations, and the generic tools", () => {
    expect(listed({ toolsets: ["content"] })).toEqual(["read_page", "list_pages", ...longTail, "get_space"]);
    expect(listed({ toolsets: ["organization"] })).toEqual([...longTail, "delete_member_from_team"]);
    expect(listed({ toolsets: ["sites"] })).toEqual(longTail);
  });

  it("consists of the default tools and those of an area if both are named", () => {
    expect(listed({ toolsets: ["default", "organization"] })).toEqual([...listed({}), "delete_member_from_team"]);
  });

  it("contains everything for all", () => {
    expect(listed({ toolsets: ["all"] })).toHaveLength(10);
  });

  it("consists of exactly the named tools and those of the named toolsets", () => {
    expect(listed({ tools: ["get_space"] })).toEqual(["get_space"]);
    expect(listed({ tools: ["get_space"], toolsets: ["organization"] })).toEqual([
      "get_space",
      "delete_member_from_team",
    ]);
  });

  it("omits what is excluded, even if it is named", () => {
    expect(listed({ tools: ["get_space", "edit_page"], excludeTools: ["edit_page"] })).toEqual(["get_space"]);
  });

  it("only reads when read-only, whatever else is requested", () => {
    expect(listed({ toolsets: ["all"], readOnly: true })).toEqual([
      "read_page",
      "list_pages",
      "find_operations",
      "read_operation",
      "get_space",
    ]);
    expect(listed({ tools: ["edit_page"], readOnly: true })).toEqual([]);
  });

  it("knows for each tool why it is hidden", () => {
    const surface = createSurface(entries, { toolsets: ["content"], readOnly: true, excludeTools: ["read_page"] });
    expect(surface.hidden("list_pages")).toBeUndefined();
    expect(surface.hidden("read_page")).toBe("excluded");
    expect(surface.hidden("write_operation")).toBe("read_only");
    expect(surface.hidden("get_spaces")).toBe("unknown");
    expect(createSurface(entries).hidden("get_space")).toBe("toolset");
    expect(createSurface(entries, { tools: ["get_space"] }).hidden("read_page")).toBe("not_selected");
  });

  it("rejects names that do not exist, and lists those that do", () => {
    expect(() => createSurface(entries, { toolsets: ["default", "write"] })).toThrow(
      'There is no toolset "write". Toolsets: default, content, changes, comments, git, openapi, conversations, translations, sites, organization, integrations, all.',
    );
    expect(() => createSurface(entries, { tools: ["reed_page"] })).toThrow('There is no tool "reed_page".');
    expect(() => createSurface(entries, { excludeTools: ["reed_page"] })).toThrow(
      'There is no tool or operation "reed_page".',
    );
  });

  it("has the areas of the contract as its toolsets, and the default one", () => {
    expect(toolsets).toEqual(["default", ...Object.keys(areas)]);
  });

  it("can only be narrowed by a request", () => {
    const surface = createSurface(entries, { toolsets: ["default"], excludeTools: ["edit_page"] });
    expect(names(surface.narrow({ toolsets: ["all"] }))).toEqual(names(surface));
    expect(names(surface.narrow({}))).toEqual(names(surface));
    expect(names(surface.narrow({ readOnly: true }))).toEqual(
      names(surface).filter((name) => /^(read|list|find)_/.test(name)),
    );
    expect(names(surface.narrow({ tools: ["edit_page", "get_space", "read_page"] }))).toEqual(["read_page"]);
    const readOnly = surface.narrow({ readOnly: true }).narrow({ readOnly: false, toolsets: ["all"] });
    expect(readOnly.hidden("write_operation")).toBe("read_only");
  });
});

describe("an operation whose tool is disabled by name", () => {
  const surface = createSurface(entries, { excludeTools: ["delete_member_from_team"] });

  const refused = (id: string, { limits } = surface) => findRefusal(id, "deletes", limits) !== undefined;

  it.each(["delete_member_from_team", "deleteMemberFromTeamById", "Delete-MemberFromTeam-byID "])(
    "may be named %s, and is omitted and refused",
    (name) => {
      const excluding = createSurface(entries, { toolsets: ["all"], excludeTools: [name] });
      expect(excluding.hidden("delete_member_from_team")).toBe("excluded");
      expect(refused("deleteMemberFromTeamById", excluding)).toBe(true);
    },
  );

  it("disables no other", () => {
    expect(refused("getSpace")).toBe(false);
    expect(refused("no such operation")).toBe(false);
  });

  it("stays disabled in what a request narrows, even if the process did not list the tool anyway", () => {
    expect(refused("deleteMemberFromTeamById", surface.narrow({ readOnly: true }))).toBe(true);
    const narrowed = createSurface(entries).narrow({ excludeTools: ["get_space"] });
    expect(narrowed.hidden("get_space")).toBe("toolset");
    expect(refused("getSpace", narrowed)).toBe(true);
  });
});

describe("the explanation of a hidden tool", () => {
  const explained = (name: string, selection: Selection) => {
    const surface = createSurface(entries, selection);
    return explainHidden(name, surface.hidden(name) ?? "unknown", surface);
  };

  it.each<[string, Selection, string]>([
    [
      "edit_page",
      { readOnly: true },
      '"edit_page" makes changes and this server is read-only here (--read-only). Only tools that read can be called.',
    ],
    [
      "edit_page",
      { toolsets: ["content"] },
      '"edit_page" belongs to the toolsets "default" and "changes", none of which is on here (--toolsets). find_operations and the tools it names reach the same operations.',
    ],
    [
      "get_space",
      {},
      '"get_space" belongs to the toolset "content", which is not on here (--toolsets). find_operations and the tools it names reach the same operations.',
    ],
    [
      "edit_page",
      { tools: ["read_page"] },
      '"edit_page" is not among the tools selected here (--tools). Use one of: read_page.',
    ],
    [
      "edit_page",
      { tools: ["read_page"], excludeTools: ["read_page"] },
      '"edit_page" is not among the tools selected here (--tools). The settings leave no tool to call: tell the person who runs the server.',
    ],
    [
      "edit_page",
      { excludeTools: ["edit_page"] },
      '"edit_page" is switched off here (--exclude-tools). Do the task without it, or ask the person who runs the server.',
    ],
    ["read_pages", {}, 'There is no tool "read_pages". Did you mean read_page?'],
    [
      "getSpace",
      {},
      'There is no tool "getSpace". It is an operation: find_operations with {"task":"getSpace"} says which tool calls it.',
    ],
  ])("names the reason for %s under %j", (name, selection, text) => {
    expect(explained(name, selection)).toBe(text);
  });
});
