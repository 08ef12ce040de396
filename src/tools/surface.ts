import { type Area, areas } from "../contract/areas.ts";
import { includesLimit, type Limit, narrowest } from "../contract/reach.ts";
import { plainId } from "./operation-names.ts";
import type { ToolEntry, Toolset } from "./tool.ts";

/** What the process or one request selects. Absent lists select nothing in particular. */
export interface Selection {
  readonly readOnly?: boolean | undefined;
  readonly proposeOnly?: boolean | undefined;
  /** Names of `toolsets`, or `all`. */
  readonly toolsets?: readonly string[] | undefined;
  /** Exactly these tools, plus those of `toolsets` if both are given. */
  readonly tools?: readonly string[] | undefined;
  /** Names of tools, and operations by their ids. */
  readonly excludeTools?: readonly string[] | undefined;
  /** Whether calls go to the embedded platform: what it does not have yet is left out. */
  readonly embedded?: boolean | undefined;
}

export type HiddenReason =
  | "unknown"
  | "not_implemented"
  | "excluded"
  | "read_only"
  | "propose_only"
  | "not_selected"
  | "toolset";

/** These reach every operation, whichever toolsets are on; only a list of tools by name leaves them out. */
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

/** Which calls are forbidden, however they are made. */
export interface OperationLimits {
  readonly limit: Limit;
  /** Operations excluded by name, with ids as `plainId` writes them. */
  readonly excluded: ReadonlySet<string>;
}

/** Which tools are listed, and why the others are not. A tool that is not listed cannot be called either. */
export interface Surface {
  /** In the order of the given entries. */
  readonly listed: readonly ToolEntry[];
  readonly entries: readonly ToolEntry[];
  /** Ids of operations that the service is known not to implement. */
  readonly lacks: ReadonlySet<string>;
  /** Undefined for a listed tool. */
  hidden(name: string): HiddenReason | undefined;
  /** Which calls are forbidden, through a listed tool or any other way. */
  readonly limits: OperationLimits;
  /** The tools listed by both this surface and the selection. A surface can only be narrowed. */
  narrow(selection: Selection): Surface;
}

interface Rule {
  readonly embedded: boolean;
  readonly limits: OperationLimits;
  hides(entry: ToolEntry): HiddenReason | undefined;
}

/** Throws `SelectionError`. */
export function createSurface(entries: readonly ToolEntry[], selection: Selection = {}): Surface {
  const offered = selection.embedded === true ? entries.map(onEmbedded) : entries;
  return buildSurface(offered, [createRule(selection, offered, ["default"])]);
}

const onEmbedded = (entry: ToolEntry): ToolEntry =>
  typeof entry.embedded === "object" ? { ...entry, ...entry.embedded } : entry;

const none: ReadonlySet<string> = new Set();

/** A hand-written tool may have the name of an operation but also do other things. */
const lackingIn = (entries: readonly ToolEntry[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ operation, embedded }) => (operation && embedded === "absent" ? [operation] : [])));

function buildSurface(entries: readonly ToolEntry[], rules: readonly Rule[]): Surface {
  const reasonFor = (entry: ToolEntry) => {
    for (const rule of rules) {
      const reason = rule.hides(entry);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
  const reasons = new Map(entries.map((entry) => [entry.definition.name, reasonFor(entry)]));
  return {
    entries,
    lacks: rules.some(({ embedded }) => embedded) ? lackingIn(entries) : none,
    listed: entries.filter((entry) => reasons.get(entry.definition.name) === undefined),
    hidden: (name) => (reasons.has(name) ? reasons.get(name) : "unknown"),
    limits: {
      limit: narrowest(rules.map(({ limits }) => limits.limit)),
      excluded: new Set(rules.flatMap(({ limits }) => [...limits.excluded])),
    },
    narrow: (selection) => buildSurface(entries, [...rules, createRule(selection, entries, undefined)]),
  };
}

/** `defaultToolsets` are the toolsets that are on if the selection names neither toolsets nor tools; undefined means all. */
function createRule(
  selection: Selection,
  entries: readonly ToolEntry[],
  defaultToolsets: readonly Toolset[] | undefined,
): Rule {
  const names = new Set(entries.map((entry) => entry.definition.name));
  const tools = selection.tools && namesAmong(names, selection.tools);
  const exclusion = requireExclusion(entries, selection.excludeTools ?? []);
  const limit = selection.readOnly === true ? "read" : selection.proposeOnly === true ? "propose" : "all";
  const named = selection.toolsets && toolsetsNamed(selection.toolsets);
  const on = named ?? (tools === undefined ? new Set(defaultToolsets ?? toolsets) : new Set<Toolset>());

  const hides = (entry: ToolEntry) => {
    const { name } = entry.definition;
    if (selection.embedded === true && entry.embedded === "absent") return "not_implemented";
    if (exclusion.hides(entry)) return "excluded";
    if (!includesLimit(limit, entry.limit)) return limit === "read" ? "read_only" : "propose_only";
    if (tools?.has(name) || entry.toolsets.some((toolset) => on.has(toolset))) return undefined;
    if (tools !== undefined) return "not_selected";
    return longTail.has(name) ? undefined : "toolset";
  };
  return { embedded: selection.embedded === true, limits: { limit, excluded: exclusion.operations }, hides };
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
    throw new SelectionError(`There is no tool ${JSON.stringify(wrong)}. ${whereListed}`);
  }
  return new Set(names);
}

function requireExclusion(entries: readonly ToolEntry[], names: readonly string[]): Exclusion {
  const exclusion = createExclusion(entries, names);
  const [wrong] = exclusion.unknown;
  if (wrong === undefined) return exclusion;
  throw new SelectionError(`There is no tool or operation ${JSON.stringify(wrong)}. ${whereListed}`);
}

const whereListed = "`copydesk tools --toolsets all` lists every tool.";

/** What the excluded names leave out. */
interface Exclusion {
  /** The excluded operations, with ids as `plainId` writes them. */
  readonly operations: ReadonlySet<string>;
  hides(entry: ToolEntry): boolean;
  /** Names that match nothing. */
  readonly unknown: readonly string[];
}

/**
 * A name is that of a tool or an operation; the two are the same for a single-operation tool. Excluding a hand-written
 * tool also excludes the changing operations that only it uses, in every toolset; excluding an operation also excludes
 * every tool that changes nothing else, and every operation that can do the same in another way.
 */
export function createExclusion(entries: readonly ToolEntry[], names: readonly string[]): Exclusion {
  const found = names.map((name) => findEntry(entries, name));
  const excluded = found.filter((entry) => entry !== undefined);
  const operations = new Set(excluded.flatMap((entry) => listExcludedOperations(entry, entries)).map(plainId));
  const named = new Set(excluded.map(({ definition }) => definition.name));
  const substitutes = entries.flatMap(({ operation = "", insteadOf = [] }) =>
    insteadOf.some((id) => operations.has(plainId(id))) ? [plainId(operation)] : [],
  );
  const off = new Set([...operations, ...substitutes]);
  const isOff = (id: string) => off.has(plainId(id));
  return {
    operations,
    unknown: names.filter((_name, at) => found[at] === undefined),
    hides: ({ definition: { name }, operation, writes = [] }) =>
      named.has(name) ||
      (operation !== undefined && writes.length === 0 ? isOff(operation) : writes.length > 0 && writes.every(isOff)),
  };
}

const findEntry = (entries: readonly ToolEntry[], name: string) =>
  entries.find(({ definition }) => definition.name === name) ??
  entries.find(({ operation }) => operation !== undefined && plainId(operation) === plainId(name));

function listExcludedOperations(entry: ToolEntry, entries: readonly ToolEntry[]): string[] {
  const { operation, writes = [] } = entry;
  const elsewhere = new Set(entries.flatMap((other) => (other === entry ? [] : (other.writes ?? []))));
  return [...(operation === undefined ? [] : [operation]), ...writes.filter((id) => !elsewhere.has(id))];
}

/** Which calls require confirmation by a person. */
export type ConfirmPolicy = "never" | "destructive" | "writes";

/** The argument for a person's confirmation if the host cannot ask. */
export const confirmationArgument = "confirmation";

export const confirmationMeaning = "From this call's preview";

/** The tools as listed if every change requires confirmation: all that change something take a confirmation. */
export function entriesUnder(policy: ConfirmPolicy, entries: readonly ToolEntry[]): readonly ToolEntry[] {
  if (policy !== "writes") return entries;
  return entries.map((entry) => {
    const { inputSchema } = entry.definition;
    if (entry.limit === "read" || Object.hasOwn(inputSchema.properties, confirmationArgument)) return entry;
    const confirmation = { type: "string", description: confirmationMeaning };
    const properties = { ...inputSchema.properties, [confirmationArgument]: confirmation };
    return { ...entry, definition: { ...entry.definition, inputSchema: { ...inputSchema, properties } } };
  });
}
