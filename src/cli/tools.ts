import { readCommandLine } from "../config.ts";
import { generatedRegistry } from "../tools/generated-registry.ts";
import { createSurface, type HiddenReason, type Surface } from "../tools/surface.ts";
import { selectionOf } from "./surface-selection.ts";
import { UsageError } from "./usage-error.ts";

/** Why a tool is not there, and what would bring it. */
const reasons: Readonly<Record<HiddenReason, string>> = {
  unknown: "there is no such tool",
  excluded: "--exclude-tools names it",
  read_only: "--read-only is on and it changes things",
  not_selected: "--tools names others and not this one",
  toolset: "its toolset is not on; name it with --toolsets",
};

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, { json: "boolean" });
  const [name, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError("Usage: copydesk tools [name] [--json]");
  const surface = createSurface(generatedRegistry.entries, selectionOf(config));
  process.stdout.write(
    name === undefined ? list(surface, own.json === true) : explain(surface, name, own.json === true),
  );
  return 0;
}

function list(surface: Surface, json: boolean): string {
  const rows = surface.entries.map(({ definition, toolsets, readOnly, tokens }) => ({
    name: definition.name,
    toolsets,
    readOnly,
    tokens,
    missing: surface.hidden(definition.name),
  }));
  if (json) return `${JSON.stringify(rows)}\n`;
  const listed = rows.filter((row) => row.missing === undefined);
  const missing = rows.filter((row) => row.missing !== undefined);
  const total = listed.reduce((sum, row) => sum + row.tokens, 0);
  const counts = new Map<HiddenReason, number>();
  for (const { missing: reason } of missing) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [
    ...listed.map(
      (row) =>
        `${row.name.padEnd(42)} ${String(row.tokens).padStart(5)}  ${row.toolsets.join(", ")}${row.readOnly ? "  reads" : ""}`,
    ),
    `${String(listed.length).padEnd(42)} ${String(total).padStart(5)}  tools and tokens (o200k)`,
    ...[...counts].map(([reason, count]) => `${count} not listed: ${reasons[reason]}`),
    "",
  ].join("\n");
}

function explain(surface: Surface, name: string, json: boolean): string {
  const entry = surface.entries.find(({ definition }) => definition.name === name);
  if (entry === undefined) {
    throw new UsageError(`There is no tool "${name}". "copydesk tools --toolsets all" lists every tool.`);
  }
  const missing = surface.hidden(name);
  if (json) return `${JSON.stringify({ name, missing, ...entry })}\n`;
  const state = missing === undefined ? "listed" : `not listed: ${reasons[missing]}`;
  return [
    `${name}: ${state}`,
    `Toolsets ${entry.toolsets.join(", ")}, ${entry.tokens} tokens, ${entry.readOnly ? "changes nothing" : "changes things"}`,
    entry.definition.description,
    JSON.stringify(entry.definition.inputSchema, null, 2),
    "",
  ].join("\n");
}
