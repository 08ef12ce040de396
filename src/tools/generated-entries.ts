import tools from "../../generated/tools/tools.json" with { type: "json" };
import type { ToolEntry } from "./tool.ts";

/** The product's tools as `npm run generate` describes them. */
export const generatedEntries = tools as object as readonly ToolEntry[];
