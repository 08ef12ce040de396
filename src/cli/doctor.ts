import type { Sourced } from "../config/given.ts";
import { type Config, readCommandLine, settings } from "../config.ts";
import { servicesToCheck } from "./check-services.ts";
import { count } from "./count.ts";
import { clientsHidden, hidesClients } from "./credentials.ts";
import { printJson, printLine } from "./output.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Shows the configuration with its sources, then tries what a host would need. */
export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, { json: "boolean" });
  if (positionals.length > 0) throw new UsageError("Usage: copydesk doctor [--json]");
  const shown = configuration(config);
  const checks = await runChecks(config);
  const failed = checks.filter((check) => !check.ok);
  if (own.json === true) {
    printJson({ version, node: process.version, configuration: shown, checks });
  } else {
    const longestName = Math.max(...shown.map(({ name }) => name.length));
    const lines = [
      `Copydesk ${version} on Node ${process.version}`,
      ...shown.map(({ name, value, source }) => `  ${name.padEnd(longestName)} ${String(value).padEnd(44)} ${source}`),
      ...checks.map(({ name, ok, detail }) => `${ok ? "ok  " : "FAIL"} ${name}: ${detail}`),
    ];
    for (const line of lines) printLine(line);
  }
  return failed.length === 0 ? 0 : 1;
}

function configuration(config: Config): { name: string; value: unknown; source: string }[] {
  return Object.entries(config as unknown as Record<string, Sourced<unknown>>).map(([name, { value, source }]) => ({
    name: settings[name as keyof Config].flag,
    value:
      "secret" in settings[name as keyof Config] && value !== undefined
        ? "(set)"
        : Array.isArray(value)
          ? value.join(",")
          : (value ?? "-"),
    source,
  }));
}

async function runChecks(config: Config): Promise<Check[]> {
  const checks: Check[] = [];
  const attempt = async (name: string, work: () => Promise<string>): Promise<void> => {
    checks.push(
      await work().then(
        (detail) => ({ name, ok: true, detail }),
        (error: unknown) => ({ name, ok: false, detail: error instanceof Error ? error.message : String(error) }),
      ),
    );
  };
  if (config.baseUrl.value === undefined) await attempt("data folder", () => dataFolder(config.data.value));
  await attempt("service", async () => {
    const { connect } = await import("./connection.ts");
    const connection = await connect(config);
    try {
      const user = await connection.client.users.getAuthenticated({});
      const { items, count } = await connection.client.organizations.list({ limit: 10 });
      const titles = items.map(({ title }) => `"${title}"`).join(", ");
      return `${config.baseUrl.value ?? "embedded platform"} answers; the token is ${user.displayName}'s, in ${count ?? items.length} organization(s): ${titles}`;
    } finally {
      await connection.close();
    }
  });
  if (config.baseUrl.value === undefined) {
    for (const [name, check] of servicesToCheck(config)) await attempt(name, check);
  }
  if (hidesClients(config)) await attempt("failed attempts", async () => clientsHidden);
  await attempt("tools", async () => {
    const [{ generatedRegistry }, { createSurface }, { selectionOf }] = await Promise.all([
      import("../tools/generated-registry.ts"),
      import("../tools/surface.ts"),
      import("./surface-selection.ts"),
    ]);
    const { listed } = createSurface(generatedRegistry.entries, selectionOf(config));
    return `${listed.length} listed, ${listed.reduce((sum, { tokens }) => sum + tokens, 0)} tokens`;
  });
  return checks;
}

/** Throws for data that is damaged, or was stopped from being written. */
async function dataFolder(folder: string): Promise<string> {
  const { checkFolder } = await import("../platform/store/check-folder.ts");
  const checked = await checkFolder(folder);
  if (checked === undefined) return `${folder} does not exist yet and is made at the first start`;
  const { bytes, contents } = checked;
  return `${folder} holds ${(bytes / 1024 / 1024).toFixed(1)} MB; no damage in its pages and ${count(contents, "stored content")}`;
}
