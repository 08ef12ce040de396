import { describe, expect, it } from "vitest";
import { explainHidden } from "../../src/tools/present/hidden-tool.ts";
import type { ToolEntry } from "../../src/tools/registry.ts";
import { createSurface, type Selection, type Surface } from "../../src/tools/surface.ts";
import type { Toolset } from "../../src/tools/tool.ts";

function entry(name: string, toolset: Toolset, readOnly: boolean, operation?: string): ToolEntry {
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
    toolset,
    readOnly,
    tokens: 1,
    ...(operation === undefined ? {} : { operation }),
  };
}

const entries = [
  entry("read_page", "read", true),
  entry("list_pages", "read", true, "listPages"),
  entry("edit_page", "edit", false),
  entry("merge_change_request", "review", false, "mergeChangeRequest"),
  entry("find_operations", "operations", true),
  entry("read_operation", "operations", true),
  entry("write_operation", "operations", false),
  entry("delete_operation", "operations", false),
  entry("get_space", "operations", true, "getSpace"),
  entry("delete_space", "operations", false, "deleteSpace"),
];
const longTail = ["find_operations", "read_operation", "write_operation", "delete_operation"];
const names = (surface: Surface) => surface.listed.map(({ definition }) => definition.name);
const listed = (selection: Selection) => names(createSurface(entries, selection));

describe("the surface", () => {
  it("is the hand-made tools and the long tail when nothing is asked for", () => {
    expect(listed({})).toEqual(["read_page", "list_pages", "edit_page", "merge_change_request", ...longTail]);
  });

  it("is the toolsets named and the long tail", () => {
    expect(listed({ toolsets: ["edit"] })).toEqual(["edit_page", ...longTail]);
  });

  it("has a tool for each operation in the toolset operations, hand-made where one stands in", () => {
    expect(listed({ toolsets: ["operations"] })).toEqual([
      "list_pages",
      "merge_change_request",
      ...longTail,
      "get_space",
      "delete_space",
    ]);
  });

  it("is everything for all", () => {
    expect(listed({ toolsets: ["all"] })).toHaveLength(10);
  });

  it("is exactly the tools named, and those of the toolsets where both are given", () => {
    expect(listed({ tools: ["get_space"] })).toEqual(["get_space"]);
    expect(listed({ tools: ["get_space"], toolsets: ["edit"] })).toEqual(["edit_page", "get_space"]);
  });

  it("leaves out what is excluded, also where it is named", () => {
    expect(listed({ tools: ["get_space", "edit_page"], excludeTools: ["edit_page"] })).toEqual(["get_space"]);
  });

  it("reads only when read-only, whatever else is asked for", () => {
    expect(listed({ toolsets: ["all"], readOnly: true })).toEqual([
      "read_page",
      "list_pages",
      "find_operations",
      "read_operation",
      "get_space",
    ]);
    expect(listed({ tools: ["edit_page"], readOnly: true })).toEqual([]);
  });

  it("says for each tool why it is hidden", () => {
    const surface = createSurface(entries, { toolsets: ["read"], readOnly: true, excludeTools: ["read_page"] });
    expect(surface.hidden("list_pages")).toBeUndefined();
    expect(surface.hidden("read_page")).toBe("excluded");
    expect(surface.hidden("write_operation")).toBe("read_only");
    expect(surface.hidden("get_space")).toBe("toolset");
    expect(surface.hidden("get_spaces")).toBe("unknown");
    expect(createSurface(entries, { tools: ["get_space"] }).hidden("read_page")).toBe("not_selected");
  });

  it("refuses names that do not exist, and lists those that do", () => {
    expect(() => createSurface(entries, { toolsets: ["read", "write"] })).toThrow(
      'There is no toolset "write". Toolsets: read, edit, review, operations, all.',
    );
    expect(() => createSurface(entries, { tools: ["reed_page"] })).toThrow('There is no tool "reed_page".');
    expect(() => createSurface(entries, { excludeTools: ["reed_page"] })).toThrow('There is no tool "reed_page".');
  });

  it("is only ever narrowed by a request", () => {
    const surface = createSurface(entries, { toolsets: ["read", "edit"], excludeTools: ["edit_page"] });
    expect(names(surface.narrow({ toolsets: ["all"] }))).toEqual(names(surface));
    expect(names(surface.narrow({ readOnly: true }))).toEqual(names(surface).slice(0, 4));
    expect(names(surface.narrow({ tools: ["edit_page", "get_space", "read_page"] }))).toEqual(["read_page"]);
    const readOnly = surface.narrow({ readOnly: true }).narrow({ readOnly: false, toolsets: ["all"] });
    expect(readOnly.hidden("write_operation")).toBe("read_only");
  });

  it("keeps an operation switched off by its tool's name, however the id is spelled", () => {
    const surface = createSurface(entries, { excludeTools: ["delete_space"] });
    expect(surface.excludesOperation("deleteSpace")).toBe(true);
    expect(surface.excludesOperation("delete_space")).toBe(true);
    expect(surface.excludesOperation("Delete-Space ")).toBe(true);
    expect(surface.excludesOperation("getSpace")).toBe(false);
    expect(surface.narrow({ readOnly: true }).excludesOperation("deleteSpace")).toBe(true);
  });
});

describe("a hidden tool explained", () => {
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
      { toolsets: ["read"] },
      '"edit_page" belongs to the toolset "edit", which is not on here (--toolsets). find_operations and the tools it names reach the same operations.',
    ],
    [
      "edit_page",
      { tools: ["read_page"] },
      '"edit_page" is not among the tools selected here (--tools). Use one of: read_page.',
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
  ])("%s under %j", (name, selection, text) => {
    expect(explained(name, selection)).toBe(text);
  });
});
