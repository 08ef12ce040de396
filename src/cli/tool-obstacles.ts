import type { Config } from "../config.ts";
import { reaches } from "../contract/reach.ts";
import { exclusionOf } from "../tools/exclusion.ts";
import { standIns } from "../tools/operation-limits.ts";
import { plainId } from "../tools/operation-names.ts";
import type { ToolEntry } from "../tools/registry.ts";
import { createSurface, type HiddenReason, type Selection } from "../tools/surface.ts";
import { selectionOf } from "./surface-selection.ts";

/** A setting that keeps a tool from being listed. */
export interface Obstacle {
  readonly reason: HiddenReason;
  /** The flag or variable that says so, or the default. */
  readonly source: string;
  readonly because: string;
  readonly remedy: string;
}

/** Everything that keeps a tool from being listed; nothing for one that is. */
export function obstaclesOf(entry: ToolEntry, entries: readonly ToolEntry[], config: Config): Obstacle[] {
  const { embedded, readOnly, proposeOnly, excludeTools, tools, toolsets } = selectionOf(config);
  const all = ["all"];
  // Each setting by itself, so that none stands before another.
  const settings: Selection[] = [
    { embedded, toolsets: all },
    { excludeTools, toolsets: all },
    { readOnly, toolsets: all },
    { proposeOnly, toolsets: all },
    { tools, toolsets },
  ];
  return settings.flatMap((setting) => {
    const reason = createSurface(entries, setting).hidden(entry.definition.name);
    return reason === undefined ? [] : [obstacleOf(reason, entry, entries, config)];
  });
}

function obstacleOf(reason: HiddenReason, entry: ToolEntry, entries: readonly ToolEntry[], config: Config): Obstacle {
  const { name } = entry.definition;
  switch (reason) {
    case "not_implemented":
      return {
        reason,
        source: config.baseUrl.source,
        because: "the embedded platform does not carry out its operations yet",
        remedy: "use a service that does, with --base-url",
      };
    case "excluded":
      return {
        reason,
        source: config.excludeTools.source,
        because: becauseExcluded(entry, entries, config),
        remedy: "take it out there",
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

/** The name that leaves a tool out may be another of its names, or that of a tool or operation it does the work of. */
function becauseExcluded(
  { definition: { name }, operation, writes = [] }: ToolEntry,
  entries: readonly ToolEntry[],
  config: Config,
): string {
  const { value, source } = config.excludeTools;
  if (value.some((named) => [name, operation].includes(named))) return `${source} names it`;
  const { operations } = exclusionOf(entries, value);
  const own = [operation, ...writes].filter((id) => id !== undefined);
  const replaced = standIns(operations).find(({ id }) => own.includes(id));
  return replaced === undefined
    ? `${source} switches off ${own.filter((id) => operations.has(plainId(id))).join(" and ")}`
    : `it can do what ${replaced.of} does, and ${source} switches that off`;
}
