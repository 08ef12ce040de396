// Prints what Copydesk costs, as ratios against peers measured in the same run. Options: --only a,b and --quick.
import { parseArgs } from "node:util";
import type { Measurement, MeasureOptions, Row, Unit } from "./measurement.ts";

const measurements: Readonly<Record<string, (options: MeasureOptions) => Promise<Measurement>>> = {
  start: async (options) => (await import("./start.ts")).measureStart(options),
  memory: async (options) => (await import("./memory.ts")).measureMemory(options),
  surface: async () => (await import("./surface.ts")).measureSurface(),
  "tool-call": async (options) => (await import("./tool-call.ts")).measureToolCall(options),
  "in-process": async (options) => (await import("./in-process.ts")).measureInProcess(options),
  "http-calls": async (options) => (await import("./http-calls.ts")).measureHttpCalls(options),
  "read-page": async (options) => (await import("./read-page.ts")).measureReadPage(options),
  import: async (options) => (await import("./import.ts")).measureImport(options),
  git: async (options) => (await import("./git.ts")).measureGit(options),
  "edit-merge": async (options) => (await import("./edit-merge.ts")).measureEditMerge(options),
  links: async (options) => (await import("./links.ts")).measureLinks(options),
  clusters: async (options) => (await import("./clusters.ts")).measureClusters(options),
  comments: async (options) => (await import("./comments.ts")).measureComments(options),
  openapi: async (options) => (await import("./openapi.ts")).measureOpenapi(options),
  translation: async (options) => (await import("./translation.ts")).measureTranslation(options),
  search: async (options) => (await import("./search.ts")).measureSearch(options),
  rest: async (options) => (await import("./rest.ts")).measureRest(options),
  "large-merge": async (options) => (await import("./large-merge.ts")).measureLargeMerge(options),
  postgres: async (options) => (await import("./postgres.ts")).measurePostgres(options),
  "postgres-cost": async (options) => (await import("./postgres-cost.ts")).measurePostgresCost(options),
  sites: async (options) => (await import("./sites.ts")).measureSites(options),
  "site-peers": async (options) => (await import("./site-peers.ts")).measureSitePeers(options),
  desk: async (options) => (await import("./desk.ts")).measureDesk(options),
  "integration-events": async (options) => (await import("./integration-events.ts")).measureIntegrationEvents(options),
};

const { values } = parseArgs({ options: { only: { type: "string" }, quick: { type: "boolean", default: false } } });
const names = values.only?.split(",") ?? Object.keys(measurements);
const unknown = names.filter((name) => measurements[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(", ")}; there are ${Object.keys(measurements).join(", ")}.`);
  process.exit(2);
}
if (values.quick) console.log("Quick: few rounds and small data, so the figures mean little.\n");
for (const name of names) {
  const started = performance.now();
  const measurement = await measurements[name]?.({ quick: values.quick });
  if (measurement === undefined) continue;
  console.log(`${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
  if (measurement.rows.length > 0) console.log(table(measurement.rows));
  for (const note of measurement.notes) console.log(`  ${note}`);
  console.log();
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ what, value, against, unit, goal }) => {
    const ratio = value / against.value;
    return [
      what,
      figure(value, unit),
      `${against.name}: ${figure(against.value, unit)}`,
      `${ratio.toFixed(2)}x`,
      verdict(ratio, goal),
    ];
  });
  const all = [["", "copydesk", "against", "ratio", "goal"], ...lines];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 1 || column === 3 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return all.map((line) => `  ${line.map(pad).join("  ").trimEnd()}`).join("\n");
}

function figure(value: number, unit: Unit): string {
  const digits = unit === "bytes" || unit === "tokens" || unit === "tools" || value >= 1000 ? 0 : value >= 100 ? 1 : 2;
  return `${value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}

function verdict(ratio: number, goal: Row["goal"]): string {
  if (goal === undefined) return "";
  const [sign, bound, met] =
    "atMost" in goal
      ? ["at most", goal.atMost, ratio <= goal.atMost]
      : ["at least", goal.atLeast, ratio >= goal.atLeast];
  return `${sign} ${bound}x: ${met ? "met" : "missed"}`;
}
