import { type Config, readCommandLine } from "../config.ts";
import { areas } from "../contract/areas.ts";
import { closestName } from "../contract/closest-name.ts";
import { reaches } from "../contract/reach.ts";
import { generatedRegistry } from "../tools/generated-registry.ts";
import { standIns } from "../tools/operation-limits.ts";
import { plainId } from "../tools/operation-names.ts";
import type { ToolEntry } from "../tools/registry.ts";
import { createSurface, type Surface, toolsets } from "../tools/surface.ts";
import type { Toolset } from "../tools/tool.ts";
import { selectionOf } from "./surface-selection.ts";
import { type Obstacle, obstaclesOf } from "./tool-obstacles.ts";
import { UsageError } from "./usage-error.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, { json: "boolean" });
  const [name, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError("Usage: copydesk tools [name] [--json]");
  const surface = createSurface(generatedRegistry.entries, selectionOf(config));
  const json = own.json === true;
  process.stdout.write(
    name === undefined ? list(surface, json) : await explain(surface, entryNamed(name), config, json),
  );
  return 0;
}

function list(surface: Surface, json: boolean): string {
  if (json) return `${JSON.stringify(surface.entries.map((entry) => rowOf(surface, entry)))}\n`;
  const { listed } = surface;
  const left = surface.entries.length - listed.length;
  return [
    ...listed.map(({ definition, tokens, toolsets: own, reach }) =>
      line(definition.name, tokens, `${own.join(", ")}  ${reach}`),
    ),
    line(String(listed.length), tokensOf(listed), "tools and tokens (o200k)"),
    "",
    ...toolsets.map((toolset) => toolsetLine(surface, toolset)),
    "",
    ...limitLines(surface),
    left === 0
      ? "Every tool there is."
      : `${left} more are not listed. "copydesk tools <tool or operation>" says why one is not, and what would bring it.`,
    "",
  ].join("\n");
}

/** What may not be called whatever is listed. */
function limitLines({ limits: { limit, excluded } }: Surface): string[] {
  const others = standIns(excluded).map(
    ({ id, of, always }) => `${id} for ${of}${always ? "" : " (calls that go as far)"}`,
  );
  return [
    ...(limit === "all" ? [] : [`Limit: ${limit}. Calls that do more are refused, whatever tool makes them.`, ""]),
    ...(others.length === 0 ? [] : [`Excluded as well, because they can do the same: ${others.join(", ")}.`, ""]),
  ];
}

function rowOf(surface: Surface, { definition, toolsets: own, limit, reach, tokens, operation }: ToolEntry) {
  const missing = surface.hidden(definition.name);
  return { name: definition.name, toolsets: own, readOnly: limit === "read", reach, tokens, operation, missing };
}

/** A toolset with all its tools and tokens, how many of them are listed, and what they are about. */
function toolsetLine({ entries, listed }: Surface, toolset: Toolset): string {
  const belongs = (entry: ToolEntry) => entry.toolsets.includes(toolset);
  const own = entries.filter(belongs);
  const about = toolset === "default" ? "Tools made by hand" : areas[toolset];
  return line(toolset, tokensOf(own), `${listed.filter(belongs).length} of ${own.length} tools  ${about}`);
}

/** By its name, or by the id of the operation that it stands for. */
function entryNamed(name: string): ToolEntry {
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

async function explain(surface: Surface, entry: ToolEntry, config: Config, json: boolean): Promise<string> {
  const { definition, operation, toolsets: own, tokens, reach } = entry;
  const obstacles = obstaclesOf(entry, surface.entries, config);
  const caller = await callerListed(surface, entry);
  if (json) return `${JSON.stringify({ ...rowOf(surface, entry), obstacles, caller, definition })}\n`;
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

function stateLines(name: string, obstacles: readonly Obstacle[]): string[] {
  if (obstacles.length === 0) return [`${name}: listed`];
  return obstacles.map(({ because, remedy }) => `${name}: not listed, because ${because}. To bring it: ${remedy}.`);
}

/** The listed tool that calls the operation of a tool which is not listed. */
async function callerListed(surface: Surface, { definition, operation }: ToolEntry): Promise<string | undefined> {
  if (operation === undefined || surface.hidden(definition.name) === undefined) return undefined;
  const { callerOf, operationNamed } = await import("../tools/operation-index.ts");
  const found = operationNamed(operation);
  const { refusalOf } = await import("../tools/operation-limits.ts");
  if (found === undefined || found.reaches.every((reach) => refusalOf(operation, reach, surface.limits) !== undefined))
    return undefined;
  const caller = callerOf[found.effect];
  return surface.hidden(caller) === undefined ? caller : undefined;
}

const tokensOf = (entries: readonly ToolEntry[]) => entries.reduce((sum, { tokens }) => sum + tokens, 0);

const line = (name: string, tokens: number, note: string) =>
  `${name.padEnd(42)} ${String(tokens).padStart(6)}  ${note}`.trimEnd();
