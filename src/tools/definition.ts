import { type AnyOperation, effects } from "../contract/operation.ts";
import { reaches, reachesOf } from "../contract/reach.ts";
import { toldArguments } from "./confirmation.ts";
import { type Detail, details, isAbridged, outlineOf } from "./definition-outline.ts";
import { inputSchema, withoutGenerousLimits } from "./input-schema.ts";
import type { OperationTool } from "./operation-tools.ts";
import { estimateTokens } from "./present/budget.ts";
import type { ToolAnnotations, ToolDefinition } from "./registry.ts";
import type { Tool } from "./tool.ts";

/** What `tools/list` says about a tool. */
export function toolDefinition(tool: Tool): ToolDefinition {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: withoutGenerousLimits(inputSchema(toldArguments(tool))),
    annotations: annotationsOf(tool),
  };
}

/** The most that a tool which stands for one operation should cost, in estimated tokens; large inputs cost more. */
const outlineTokens = 150;

/** The same in fewer words, for the many tools that stand for one operation each: as much detail as is cheap. */
export function outlineDefinition(tool: OperationTool): ToolDefinition {
  const whole = toolDefinition(tool);
  let outline = whole;
  for (const detail of details) {
    outline = outlined(whole, tool, detail);
    if (estimateTokens(JSON.stringify(outline)) <= outlineTokens) break;
  }
  return outline;
}

function outlined(whole: ToolDefinition, { operation, name, summary }: OperationTool, detail: Detail): ToolDefinition {
  const inputSchema = outlineOf(whole.inputSchema, detail, name.split("_"));
  const told = detail.description === "whole" ? whole.description : summary;
  const more = isAbridged(inputSchema, whole.inputSchema) || told !== whole.description;
  return { ...whole, description: more ? `${told} More: find_operations "${operation}".` : told, inputSchema };
}

const goesOutside = ({ reach }: AnyOperation) => reachesOf(reach).some((one) => reaches[one].openWorld);

/** The hints of the effect a tool names, else the strictest of the operations it calls; one that calls none only reads. */
function annotationsOf({ effect, uses }: Pick<Tool, "effect" | "uses">): ToolAnnotations {
  const traits = effect === undefined ? uses.map((operation) => effects[operation.effect]) : [effects[effect]];
  return {
    readOnlyHint: traits.every((trait) => trait.readOnly),
    destructiveHint: traits.some((trait) => trait.destructive),
    idempotentHint: traits.every((trait) => trait.idempotent),
    openWorldHint: traits.some((trait) => trait.openWorld) || uses.some(goesOutside),
  };
}
