import type { Config } from "../config/config.ts";
import type { Selection } from "../tools/surface.ts";

/** The tools that the configuration selects. */
export function toSelection(config: Config): Selection {
  return {
    readOnly: config.readOnly.value,
    proposeOnly: config.proposeOnly.value,
    toolsets: config.toolsets.value,
    tools: config.tools.value,
    excludeTools: config.excludeTools.value,
    embedded: config.baseUrl.value === undefined,
  };
}
