import { quotedExcerpt } from "../client/excerpt.ts";
import { plainJson } from "../client/json.ts";
import { closestName } from "../contract/closest-name.ts";
import { reaches } from "../contract/reach.ts";
import type { HiddenReason, Surface } from "./surface.ts";

/** Why a tool cannot be called and what to do instead, for the agent that called it. */
export function explainHidden(name: string, reason: HiddenReason, surface: Surface): string {
  const shown = quotedExcerpt(name, 80);
  const entry = surface.entries.find(({ definition }) => definition.name === name);
  switch (reason) {
    case "unknown":
      return `There is no tool ${shown}. ${suggestion(name, surface)}`;
    case "not_implemented":
      return `${shown} is not offered here: the embedded platform does not implement its operations yet. Do the task without it, or tell the person.`;
    case "excluded":
      return `${shown} is switched off here (--exclude-tools). Do the task without it, or ask the person who runs the server.`;
    case "read_only":
      return `${shown} makes changes and this server is read-only here (--read-only). Only tools that read can be called.`;
    case "propose_only": {
      const does = entry === undefined ? "does more" : reaches[entry.reach].does;
      return `${shown} ${does} and this server only proposes here (--propose-only): it reads, comments and writes in change requests. A person does the rest.`;
    }
    case "not_selected":
      return `${shown} is not among the tools selected here (--tools). ${instead(surface)}`;
    case "toolset": {
      const way =
        surface.hidden("find_operations") === undefined
          ? "find_operations and the tools it names reach the same operations."
          : instead(surface);
      const toolsets = (entry?.toolsets ?? []).map((toolset) => `"${toolset}"`).join(" and ");
      return entry?.toolsets.length === 1
        ? `${shown} belongs to the toolset ${toolsets}, which is not on here (--toolsets). ${way}`
        : `${shown} belongs to the toolsets ${toolsets}, none of which is on here (--toolsets). ${way}`;
    }
  }
}

function suggestion(name: string, surface: Surface): string {
  const operation = surface.entries.find((entry) => entry.operation === name);
  if (operation !== undefined && surface.hidden("find_operations") === undefined) {
    return `It is an operation: find_operations with ${plainJson({ task: name })} says which tool calls it.`;
  }
  const names = surface.listed.map((entry) => entry.definition.name);
  const closest = closestName(name, names);
  return closest === undefined ? instead(surface) : `Did you mean ${closest}?`;
}

function instead(surface: Surface): string {
  const names = surface.listed.map((entry) => entry.definition.name);
  if (names.length === 0) return "The settings leave no tool to call: tell the person who runs the server.";
  const shown = names.length > 30 ? `${names.slice(0, 30).join(", ")}, and those tools/list names` : names.join(", ");
  return `Use one of: ${shown}.`;
}
