import { catalog } from "./catalog.ts";
import { generatedEntries } from "./generated-entries.ts";
import type { Tool, ToolRegistry } from "./tool.ts";

/** The product's tools. */
export const generatedRegistry: ToolRegistry = {
  entries: generatedEntries,
  async load(name) {
    const tool = await toolNamed(name);
    if (tool === undefined) return undefined;
    const { withViolationReports } = await import("./contract-violations.ts");
    return withViolationReports(tool);
  },
};

async function toolNamed(name: string): Promise<Tool | undefined> {
  if (Object.hasOwn(catalog, name)) return catalog[name as keyof typeof catalog]();
  const { operationTool } = await import("./operations/tools.ts");
  return operationTool(name);
}
