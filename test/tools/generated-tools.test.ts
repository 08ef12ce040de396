import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toolList } from "../../scripts/products/tool-list.ts";
import { toolReport } from "../../scripts/products/tool-report.ts";
import { listOperations } from "../../src/contract/index.ts";
import { generatedRegistry } from "../../src/tools/registry.ts";

const { entries } = generatedRegistry;

const names = entries.map(({ definition }) => definition.name);

describe("the list of tools", () => {
  it("is what `npm run generate` would write", async () => {
    const file = new URL("../../generated/tools/tools.json", import.meta.url);
    expect(readFileSync(file, "utf8")).toBe(await toolList());
  });

  it("is written for review, with its cost, as `npm run generate` would write it", async () => {
    const folder = new URL("definitions/", import.meta.url);
    const report = await toolReport();
    expect(readdirSync(folder).sort()).toEqual([...report.keys()].sort());
    for (const [name, text] of report) expect(readFileSync(new URL(name, folder), "utf8"), name).toBe(text);
  });

  it("contains every operation and the hand-made tools, sorted, each name once", () => {
    expect(names).toEqual([...new Set(names)].sort());
    expect(entries.flatMap(({ operation }) => operation ?? []).sort()).toEqual(
      listOperations()
        .map(({ operation }) => operation.id)
        .sort(),
    );
  });

  it("has each operation's tool in the toolset of the operation's area", () => {
    const areas = new Map(listOperations().map(({ operation, area }) => [operation.id, area]));
    for (const { operation, toolsets, definition } of entries) {
      if (operation !== undefined) expect(toolsets, definition.name).toContain(areas.get(operation));
    }
  });

  it.each(names)("can load %s, under the same name", async (name) => {
    expect((await generatedRegistry.load(name))?.name).toBe(name);
  });

  it("cannot load a tool of another name", async () => {
    expect(await generatedRegistry.load("constructor")).toBeUndefined();
    expect(await generatedRegistry.load("no_such_tool")).toBeUndefined();
  });
});
