import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { z } from "zod";
import { listOperations } from "../../src/contract/index.ts";
import { type AnyOperation, effects } from "../../src/contract/operation.ts";
import { isAsFar, type Limit, listReaches, narrowest, reaches, widest } from "../../src/contract/reach.ts";
import { findHandler } from "../../src/platform/registry.ts";
import { catalog } from "../../src/tools/catalog.ts";
import { outlineDefinition, toolDefinition } from "../../src/tools/definition.ts";
import { toToolName } from "../../src/tools/operation-names.ts";
import { toolByEffect } from "../../src/tools/operations/lookup.ts";
import { createOperationTool } from "../../src/tools/operations/tools.ts";
import {
  getFurthestReach,
  type Tool,
  type ToolDefinition,
  type ToolEntry,
  type Toolset,
} from "../../src/tools/tool.ts";

/** The file that lets `tools/list` be answered without loading a schema: one tool a line, sorted by name. */
export async function toolList(): Promise<string> {
  const entries = await toolEntries();
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
}

/** Every tool there is, sorted by name: those written by hand, and one for each operation that none of them stands for. */
export async function toolEntries(): Promise<ToolEntry[]> {
  const handMade = await Promise.all(Object.values(catalog).map((load): Promise<Tool> => load()));
  const taken = new Set(handMade.map((tool) => tool.name));
  const derived = listOperations()
    .map(createOperationTool)
    .filter((tool) => !taken.has(tool.name));
  return [
    ...handMade.map((tool) =>
      withEmbedded(tool, { ...entryOf(tool, toolDefinition(tool), besidesOf(tool)), ...writesOf(tool) }),
    ),
    ...derived.map((tool) => ({
      ...entryOf(tool, outlineDefinition(tool), []),
      ...insteadOf(tool),
      ...(tool.uses.some(isEmbedded) ? {} : { embedded: "absent" as const }),
    })),
  ].sort((left, right) => (left.definition.name < right.definition.name ? -1 : 1));
}

const besidesOf = ({ apart }: Tool): readonly Toolset[] => (apart === true ? [] : ["default"]);

function entryOf(tool: Tool, definition: ToolDefinition, besides: readonly Toolset[]): ToolEntry {
  const operation = operationOfName(tool.name);
  return {
    definition,
    toolsets: [...new Set([...besides, tool.toolset])],
    limit: limitOf(tool),
    reach: getFurthestReach({ uses: calledBy(tool) }),
    tokens: encode(JSON.stringify(definition)).length,
    ...(operation === undefined ? {} : { operation }),
  };
}

const embedded = new Set(
  listOperations().flatMap((entry) => (findHandler(entry) === undefined ? [] : [entry.operation.id])),
);

const isEmbedded = ({ id }: AnyOperation): boolean => embedded.has(id);

/** A tool that could change nothing on the embedded platform is absent there, and parts of a tool are left out. */
function withEmbedded(tool: Tool, entry: ToolEntry): ToolEntry {
  const { writes = [] } = entry;
  if (writes.length > 0 && !writes.some((id) => embedded.has(id))) return { ...entry, embedded: "absent" };
  const { parts, input } = tool;
  if (parts === undefined) return entry;
  const offered = Object.entries(parts.uses).flatMap(([part, uses]) => (uses.every(isEmbedded) ? [part] : []));
  if (offered.length === Object.keys(parts.uses).length) return entry;
  const choice = z.enum(offered);
  const definition = toolDefinition({
    ...tool,
    description: parts.describe(offered),
    input: { ...input, [parts.argument]: choice },
  });
  return { ...entry, embedded: { definition, tokens: encode(JSON.stringify(definition)).length } };
}

/** What a tool calls: its own operations, or all those it can call by name. */
function calledBy({ name, uses }: Tool): readonly AnyOperation[] {
  const called = listOperations().flatMap(({ operation }) =>
    toolByEffect[operation.effect] === name ? [operation] : [],
  );
  return called.length === 0 ? uses : called;
}

/** The narrowest limit under which it has something to do: all that it calls, or any where it is a caller of many. */
function limitOf(tool: Tool): Limit {
  const called = calledBy(tool);
  const each = called.map(({ reach }) => narrowest(listReaches(reach).map((one) => reaches[one].limit)));
  return called === tool.uses ? widest(each) : narrowest(each);
}

/** The operations that a tool's operation can substitute with any arguments. */
function insteadOf({ uses: [operation] }: Tool): Pick<ToolEntry, "insteadOf"> {
  const replaced = (operation?.insteadOf ?? []).filter((id) => {
    const other = listOperations().find((entry) => entry.operation.id === id)?.operation;
    if (other === undefined || operation === undefined) throw new Error(`${id} is no operation`);
    const [least] = listReaches(other.reach);
    return listReaches(operation.reach).every((reach) => isAsFar(reach, least));
  });
  return replaced.length === 0 ? {} : { insteadOf: replaced };
}

/** `write_operation` is a way to call and stands for nothing; who excludes `delete_operation` wants nothing deleted. */
function writesOf(tool: Tool): Pick<ToolEntry, "writes"> {
  if (tool.name === "write_operation") return {};
  const writes = calledBy(tool).flatMap(({ id, effect }) => (effects[effect].readOnly ? [] : [id]));
  return writes.length === 0 ? {} : { writes: [...new Set(writes)] };
}

/** A hand-made tool that has the name of an operation's tool stands in for it. */
function operationOfName(name: string): string | undefined {
  return listOperations().find(({ operation }) => toToolName(operation.id) === name)?.operation.id;
}
