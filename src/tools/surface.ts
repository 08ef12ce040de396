import { type Area, areas } from "../contract/areas.ts";
import { plainId } from "./operation-names.ts";
import type { ToolEntry } from "./registry.ts";
import type { Toolset } from "./tool.ts";

/** What the process or one request asks for. Lists that are absent ask for nothing. */
export interface Selection {
  readonly readOnly?: boolean | undefined;
  /** Names of `toolsets`, or `all`. */
  readonly toolsets?: readonly string[] | undefined;
  /** Exactly these tools, and those of `toolsets` where both are given. */
  readonly tools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
}

export type HiddenReason = "unknown" | "excluded" | "read_only" | "not_selected" | "toolset";

/** Reaches every operation whatever toolsets are on; only a list of tools by name leaves them out. */
const longTail: ReadonlySet<string> = new Set([
  "find_operations",
  "read_operation",
  "write_operation",
  "delete_operation",
]);

/** Every toolset there is. */
export const toolsets: readonly Toolset[] = ["default", ...(Object.keys(areas) as Area[])];

/** Thrown for a selection that names something that does not exist; the message lists what does. */
export class SelectionError extends Error {
  override readonly name = "SelectionError" as const;
}

/** Which tools are listed, and why the others are not. A tool that is not listed cannot be called either. */
export interface Surface {
  /** In the order of the entries given. */
  readonly listed: readonly ToolEntry[];
  readonly entries: readonly ToolEntry[];
  /** Undefined for a listed tool. */
  hidden(name: string): HiddenReason | undefined;
  /**
   * Whether the tool of an operation was switched off by name, which holds for every other way to call it too. The
   * operation goes by any spelling of its id, or by its tool's name.
   */
  excludesOperation(operationId: string): boolean;
  /** Whether it excludes any. */
  readonly limitsOperations: boolean;
  /** The tools that both this surface and the selection list. Nothing widens a surface. */
  narrow(selection: Selection): Surface;
}

interface Rule {
  /** Names of tools that nothing else in any selection can bring back. */
  readonly excluded: ReadonlySet<string>;
  hides(entry: ToolEntry): HiddenReason | undefined;
}

/** Throws `SelectionError`. */
export function createSurface(entries: readonly ToolEntry[], selection: Selection = {}): Surface {
  return surfaceOf(entries, [ruleOf(selection, entries, ["default"])]);
}

function surfaceOf(entries: readonly ToolEntry[], rules: readonly Rule[]): Surface {
  const reasonFor = (entry: ToolEntry) => {
    for (const rule of rules) {
      const reason = rule.hides(entry);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
  const reasons = new Map(entries.map((entry) => [entry.definition.name, reasonFor(entry)]));
  const excluded = new Set(
    entries.flatMap(({ definition: { name }, operation }) =>
      operation !== undefined && rules.some((rule) => rule.excluded.has(name)) ? [operation, name].map(plainId) : [],
    ),
  );
  return {
    entries,
    listed: entries.filter((entry) => reasons.get(entry.definition.name) === undefined),
    hidden: (name) => (reasons.has(name) ? reasons.get(name) : "unknown"),
    excludesOperation: (operationId) => excluded.has(plainId(operationId)),
    limitsOperations: excluded.size > 0,
    narrow: (selection) => surfaceOf(entries, [...rules, ruleOf(selection, entries, undefined)]),
  };
}

/** `usual` are the toolsets that are on when the selection names neither toolsets nor tools; undefined is all of them. */
function ruleOf(selection: Selection, entries: readonly ToolEntry[], usual: readonly Toolset[] | undefined): Rule {
  const names = new Set(entries.map((entry) => entry.definition.name));
  const tools = selection.tools && namesAmong(names, selection.tools);
  const excluded = namesAmong(names, selection.excludeTools ?? []);
  const named = selection.toolsets && toolsetsNamed(selection.toolsets);
  const on = named ?? (tools === undefined ? new Set(usual ?? toolsets) : new Set<Toolset>());

  const hides = (entry: ToolEntry) => {
    const { name } = entry.definition;
    if (excluded.has(name)) return "excluded";
    if (selection.readOnly === true && !entry.readOnly) return "read_only";
    if (tools?.has(name) || entry.toolsets.some((toolset) => on.has(toolset))) return undefined;
    if (tools !== undefined) return "not_selected";
    return longTail.has(name) ? undefined : "toolset";
  };
  return { excluded, hides };
}

function toolsetsNamed(names: readonly string[]): ReadonlySet<Toolset> {
  const valid: readonly string[] = [...toolsets, "all"];
  const wrong = names.find((name) => !valid.includes(name));
  if (wrong !== undefined) {
    throw new SelectionError(`There is no toolset ${JSON.stringify(wrong)}. Toolsets: ${valid.join(", ")}.`);
  }
  return new Set(names.includes("all") ? toolsets : toolsets.filter((toolset) => names.includes(toolset)));
}

function namesAmong(known: ReadonlySet<string>, names: readonly string[]): ReadonlySet<string> {
  const wrong = names.find((name) => !known.has(name));
  if (wrong !== undefined) {
    const message = `There is no tool ${JSON.stringify(wrong)}. \`copydesk tools --toolsets all\` lists every tool.`;
    throw new SelectionError(message);
  }
  return new Set(names);
}
