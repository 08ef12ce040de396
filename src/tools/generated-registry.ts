import { catalog } from "./catalog.ts";
import tools from "./generated/tools.json" with { type: "json" };
import type { ToolEntry, ToolRegistry } from "./registry.ts";

/** The product's tools, described by the list that `npm run generate` writes. */
export const generatedRegistry: ToolRegistry = {
  entries: tools as unknown as readonly ToolEntry[],
  async load(name) {
    if (Object.hasOwn(catalog, name)) return catalog[name as keyof typeof catalog]();
    const { operationTool } = await import("./operation-tools.ts");
    return operationTool(name);
  },
};
