import { stringify } from "yaml";
import { toolsets } from "../../src/tools/surface.ts";
import type { ToolEntry, Toolset } from "../../src/tools/tool.ts";
import { toolEntries } from "./tool-list.ts";

/** The definition and cost of each tool, in files that make changes reviewable. */
export async function toolReport(): Promise<ReadonlyMap<string, string>> {
  const entries = await toolEntries();
  const files = new Map<string, string>([["tokens.txt", tokenReport(entries)]]);
  for (const toolset of toolsets) {
    const own = entries.filter((entry) => homeOf(entry) === toolset);
    const definitions = Object.fromEntries(own.map(({ definition: { name, ...rest } }) => [name, rest]));
    if (own.length > 0)
      files.set(`${toolset}.yaml`, stringify(definitions, { lineWidth: 0, aliasDuplicateObjects: false }));
  }
  return files;
}

/** Each tool is listed once, under its subject. */
const homeOf = ({ toolsets }: ToolEntry): Toolset | undefined => toolsets.at(-1);

function tokenReport(entries: readonly ToolEntry[]): string {
  const sums = [...toolsets, "all"].map((toolset) => {
    const own = entries.filter((entry) => toolset === "all" || entry.toolsets.some((name) => name === toolset));
    return line(toolset, sumOf(own), `${own.length} tools`);
  });
  const tools = toolsets.flatMap((toolset) => {
    const own = entries.filter((entry) => homeOf(entry) === toolset);
    return own.length === 0
      ? []
      : [
          "",
          toolset,
          ...own.map(({ definition, tokens, toolsets: all }) =>
            line(definition.name, tokens, all.length > 1 ? "written by hand" : ""),
          ),
        ];
  });
  return ["What the definitions of tools cost in a model's context, in o200k tokens.", "", ...sums, ...tools, ""].join(
    "\n",
  );
}

const sumOf = (entries: readonly ToolEntry[]) => entries.reduce((sum, { tokens }) => sum + tokens, 0);

const line = (name: string, tokens: number, note: string) =>
  `  ${name.padEnd(42)}${String(tokens).padStart(6)}  ${note}`.trimEnd();
