import type { Config } from "../config.ts";
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
  const { readOnly, excludeTools, tools, toolsets } = selectionOf(config);
  const all = ["all"];
  // Each setting by itself, so that none stands before another.
  const settings: Selection[] = [
    { excludeTools, toolsets: all },
    { readOnly, toolsets: all },
    { tools, toolsets },
  ];
  return settings.flatMap((setting) => {
    const reason = createSurface(entries, setting).hidden(entry.definition.name);
    return reason === undefined ? [] : [obstacleOf(reason, entry, config)];
  });
}

function obstacleOf(reason: HiddenReason, entry: ToolEntry, config: Config): Obstacle {
  const { name } = entry.definition;
  switch (reason) {
    case "excluded":
      return {
        reason,
        source: config.excludeTools.source,
        because: `${config.excludeTools.source} names it`,
        remedy: "take it out there",
      };
    case "read_only":
      return {
        reason,
        source: config.readOnly.source,
        because: `it changes things and ${config.readOnly.source} is on`,
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
