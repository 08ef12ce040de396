import { effects } from "../contract/operation.ts";
import { inputSchema, isAbridged, outlineOf } from "./input-schema.ts";
import type { OperationTool } from "./operation-tools.ts";
import type { ToolAnnotations, ToolDefinition } from "./registry.ts";
import type { Tool } from "./tool.ts";

/** What `tools/list` says about a tool. */
export function toolDefinition(tool: Tool): ToolDefinition {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool.input),
    annotations: annotationsOf(tool),
  };
}

/** The same in fewer words, for the many tools that stand for one operation each. */
export function outlineDefinition(tool: OperationTool): ToolDefinition {
  const full = toolDefinition(tool);
  const pointer = isAbridged(full.inputSchema) ? ` Members of objects: find_operations "${tool.operation}".` : "";
  return { ...full, description: full.description + pointer, inputSchema: outlineOf(full.inputSchema) };
}

/** The hints of the effect a tool names, else the strictest of the operations it calls; one that calls none only reads. */
function annotationsOf({ effect, uses }: Pick<Tool, "effect" | "uses">): ToolAnnotations {
  const traits = effect === undefined ? uses.map((operation) => effects[operation.effect]) : [effects[effect]];
  return {
    readOnlyHint: traits.every((trait) => trait.readOnly),
    destructiveHint: traits.some((trait) => trait.destructive),
    idempotentHint: traits.every((trait) => trait.idempotent),
    openWorldHint: traits.some((trait) => trait.openWorld),
  };
}
