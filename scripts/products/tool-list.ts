import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { listOperations } from "../../src/contract/index.ts";
import { catalog } from "../../src/tools/catalog.ts";
import { outlineDefinition, toolDefinition } from "../../src/tools/definition.ts";
import { toolNameOf } from "../../src/tools/operation-names.ts";
import { operationToolOf } from "../../src/tools/operation-tools.ts";
import type { ToolDefinition, ToolEntry } from "../../src/tools/registry.ts";
import type { Tool, Toolset } from "../../src/tools/tool.ts";

/** The file that lets `tools/list` be answered without loading a schema: one tool a line, sorted by name. */
export async function toolList(): Promise<string> {
  const entries = await toolEntries();
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
}

/** Every tool there is, sorted by name: those made by hand, and one for each operation that none of them stands for. */
export async function toolEntries(): Promise<ToolEntry[]> {
  const handMade = await Promise.all(Object.values(catalog).map((load): Promise<Tool> => load()));
  const taken = new Set(handMade.map((tool) => tool.name));
  const derived = listOperations()
    .map(operationToolOf)
    .filter((tool) => !taken.has(tool.name));
  return [
    ...handMade.map((tool) => entryOf(tool, toolDefinition(tool), ["default"])),
    ...derived.map((tool) => entryOf(tool, outlineDefinition(tool), [])),
  ].sort((left, right) => (left.definition.name < right.definition.name ? -1 : 1));
}

function entryOf(tool: Tool, definition: ToolDefinition, besides: readonly Toolset[]): ToolEntry {
  const operation = operationOfName(tool.name);
  return {
    definition,
    toolsets: [...new Set([...besides, tool.toolset])],
    readOnly: definition.annotations.readOnlyHint,
    tokens: encode(JSON.stringify(definition)).length,
    ...(operation === undefined ? {} : { operation }),
  };
}

/** A hand-made tool that has the name of an operation's tool stands in for it. */
function operationOfName(name: string): string | undefined {
  return listOperations().find(({ operation }) => toolNameOf(operation.id) === name)?.operation.id;
}
