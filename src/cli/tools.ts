import { type Config, readCommandLine } from "../config/config.ts";
import { areas } from "../contract/areas.ts";
import { closestName } from "../contract/closest-name.ts";
import { reaches } from "../contract/reach.ts";
import { listSubstitutes } from "../tools/operation-limits.ts";
import { plainId } from "../tools/operation-names.ts";
import { generatedRegistry } from "../tools/registry.ts";
import {
  createExclusion,
  createSurface,
  type HiddenReason,
  type Selection,
  type Surface,
  toolsets,
} from "../tools/surface.ts";
import type { ToolEntry, Toolset } from "../tools/tool.ts";
import { commandFlags } from "./command-flags.ts";
import { UsageError } from "./errors.ts";
import { toSelection } from "./surface-selection.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.tools);
  const [name, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError("Usage: copydesk tools [name] [--json]");
  const surface = createSurface(generatedRegistry.entries, toSelection(config));
  const json = own.json === true;
  process.stdout.write(
    name === undefined ? list(surface, json) : await explain(surface, entryNamed(name), config, json),
  );
  return 0;
}

export function list(surface: Surface, json: boolean): string {
  if (json) return `${JSON.stringify(surface.entries.map((entry) => toRow(surface, entry)))}\n`;
  const { listed } = surface;
  const left = surface.entries.length - listed.length;
  return [
    ...listed.map(({ definition, tokens, toolsets: own, reach }) =>
      line(definition.name, tokens, `${own.join(", ")}  ${reach}`),
    ),
    line(String(listed.length), sumTokens(listed), "tools and tokens (o200k)"),
    "",
    ...toolsets.map((toolset) => toolsetLine(surface, toolset)),
    "",
    ...limitLines(surface),
    left === 0
      ? "All tools."
      : `${left} more are not listed. "copydesk tools <tool or operation>" says why one is not, and how to enable it.`,
    "",
  ].join("\n");
}

/** What cannot be called, whatever is listed. */
export function limitLines({ limits: { limit, excluded } }: Surface): string[] {
  const others = listSubstitutes(excluded).map(
    ({ id, of, always }) => `${id} for ${of}${always ? "" : " (calls that go as far)"}`,
  );
  return [
    ...(limit === "all" ? [] : [`Limit: ${limit}. Calls that do more are refused, whatever tool makes them.`, ""]),
    ...(others.length === 0 ? [] : [`Excluded as well, because they can do the same: ${others.join(", ")}.`, ""]),
  ];
}

export function toRow(surface: Surface, { definition, toolsets: own, limit, reach, tokens, operation }: ToolEntry) {
  const missing = surface.hidden(definition.name);
  return { name: definition.name, toolsets: own, readOnly: limit === "read", reach, tokens, operation, missing };
}

/** A toolset with the number of its tools and tokens, how many are listed, and its subject. */
export function toolsetLine({ entries, listed }: Surface, toolset: Toolset): string {
  const belongs = (entry: ToolEntry) => entry.toolsets.includes(toolset);
  const own = entries.filter(belongs);
  const about = toolset === "default" ? "Tools written by hand" : areas[toolset];
  return line(toolset, sumTokens(own), `${listed.filter(belongs).length} of ${own.length} tools  ${about}`);
}

/** By its name, or by the id of its operation. */
export function entryNamed(name: string): ToolEntry {
  const { entries } = generatedRegistry;
  const found =
    entries.find(({ definition }) => definition.name === name) ??
    entries.find(({ operation }) => operation !== undefined && plainId(operation) === plainId(name));
  if (found !== undefined) return found;
  const closest = closestName(
    name,
    entries.flatMap(({ definition, operation }) => [definition.name, ...(operation === undefined ? [] : [operation])]),
  );
  const hint = closest === undefined ? "" : ` Did you mean "${closest}"?`;
  throw new UsageError(
    `There is no tool or operation ${JSON.stringify(name)}.${hint} "copydesk tools --toolsets all" lists every tool.`,
  );
}

export async function explain(surface: Surface, entry: ToolEntry, config: Config, json: boolean): Promise<string> {
  const { definition, operation, toolsets: own, tokens, reach } = entry;
  const obstacles = listObstacles(entry, surface.entries, config);
  const caller = await callerListed(surface, entry);
  if (json) return `${JSON.stringify({ ...toRow(surface, entry), obstacles, caller, definition })}\n`;
  return [
    ...stateLines(definition.name, obstacles),
    ...(operation === undefined ? [] : [`It is the tool of the operation ${operation}.`]),
    ...(caller === undefined ? [] : [`${caller} calls that operation without it.`]),
    `Toolsets ${own.join(", ")}; ${tokens} tokens; at most it ${reaches[reach].does}.`,
    "",
    definition.description,
    JSON.stringify(definition.inputSchema, null, 2),
    "",
  ].join("\n");
}

export function stateLines(name: string, obstacles: readonly Obstacle[]): string[] {
  if (obstacles.length === 0) return [`${name}: listed`];
  return obstacles.map(({ because, remedy }) => `${name}: not listed, because ${because}. To enable it: ${remedy}.`);
}

/** The listed tool that calls the operation of an unlisted one. */
export async function callerListed(
  surface: Surface,
  { definition, operation }: ToolEntry,
): Promise<string | undefined> {
  if (operation === undefined || surface.hidden(definition.name) === undefined) return undefined;
  const { toolByEffect, operationNamed } = await import("../tools/operations/lookup.ts");
  const found = operationNamed(operation);
  const { findRefusal } = await import("../tools/operation-limits.ts");
  if (
    found === undefined ||
    found.reaches.every((reach) => findRefusal(operation, reach, surface.limits) !== undefined)
  )
    return undefined;
  const caller = toolByEffect[found.effect];
  return surface.hidden(caller) === undefined ? caller : undefined;
}

export const sumTokens = (entries: readonly ToolEntry[]) => entries.reduce((sum, { tokens }) => sum + tokens, 0);

export const line = (name: string, tokens: number, note: string) =>
  `${name.padEnd(42)} ${String(tokens).padStart(6)}  ${note}`.trimEnd();

/** A setting that prevents a tool from being listed. */
interface Obstacle {
  readonly reason: HiddenReason;
  /** The flag or variable that sets it, or the default. */
  readonly source: string;
  readonly because: string;
  readonly remedy: string;
}

/** Everything that prevents a tool from being listed; empty for a listed one. */
function listObstacles(entry: ToolEntry, entries: readonly ToolEntry[], config: Config): Obstacle[] {
  const { embedded, readOnly, proposeOnly, excludeTools, tools, toolsets } = toSelection(config);
  const all = ["all"];
  // Each setting on its own, so that none hides another.
  const settings: Selection[] = [
    { embedded, toolsets: all },
    { excludeTools, toolsets: all },
    { readOnly, toolsets: all },
    { proposeOnly, toolsets: all },
    { tools, toolsets },
  ];
  return settings.flatMap((setting) => {
    const reason = createSurface(entries, setting).hidden(entry.definition.name);
    return reason === undefined ? [] : [toObstacle(reason, entry, entries, config)];
  });
}

function toObstacle(reason: HiddenReason, entry: ToolEntry, entries: readonly ToolEntry[], config: Config): Obstacle {
  const { name } = entry.definition;
  switch (reason) {
    case "not_implemented":
      return {
        reason,
        source: config.baseUrl.source,
        because: "the embedded platform does not implement its operations yet",
        remedy: "use a service that does, with --base-url",
      };
    case "excluded":
      return {
        reason,
        source: config.excludeTools.source,
        because: becauseExcluded(entry, entries, config),
        remedy: "remove it there",
      };
    case "read_only":
      return {
        reason,
        source: config.readOnly.source,
        because: `it changes things and ${config.readOnly.source} is on`,
        remedy: "start without that",
      };
    case "propose_only":
      return {
        reason,
        source: config.proposeOnly.source,
        because: `it ${reaches[entry.reach].does} and ${config.proposeOnly.source} is on`,
        remedy: "start without that",
      };
    case "not_selected":
      return {
        reason,
        source: config.tools.source,
        because: `${config.tools.source} names others and not this one`,
        remedy: `add ${name} there`,
      };
    default:
      return toolsetObstacle(entry, config);
  }
}

function toolsetObstacle({ toolsets }: ToolEntry, config: Config): Obstacle {
  const { value, source } = config.toolsets;
  const on = value ?? ["default"];
  const own = toolsets.join(" or ");
  return {
    reason: "toolset",
    source,
    because: `${value === undefined ? "only the toolset default is on" : `${source} names only ${on.join(", ")}`} and it is in ${own}`,
    remedy: `--toolsets ${[...on, toolsets.at(-1) ?? "all"].join(",")}`,
  };
}

/** An excluded name may also be another name of the tool, or a tool or operation that it can substitute. */
function becauseExcluded(
  { definition: { name }, operation, writes = [] }: ToolEntry,
  entries: readonly ToolEntry[],
  config: Config,
): string {
  const { value, source } = config.excludeTools;
  if (value.some((named) => [name, operation].includes(named))) return `${source} names it`;
  const { operations } = createExclusion(entries, value);
  const own = [operation, ...writes].filter((id) => id !== undefined);
  const replaced = listSubstitutes(operations).find(({ id }) => own.includes(id));
  return replaced === undefined
    ? `${source} switches off ${own.filter((id) => operations.has(plainId(id))).join(" and ")}`
    : `it can do what ${replaced.of} does, and ${source} switches that off`;
}
