import { catalog } from "./catalog.ts";
import { generatedEntries } from "./generated-entries.ts";
import type { ToolRegistry } from "./registry.ts";

/** The product's tools. */
export const generatedRegistry: ToolRegistry = {
  entries: generatedEntries,
  async load(name) {
    if (Object.hasOwn(catalog, name)) return catalog[name as keyof typeof catalog]();
    const { operationTool } = await import("./operation-tools.ts");
    return operationTool(name);
  },
};
