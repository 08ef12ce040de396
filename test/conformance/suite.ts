import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parse } from "yaml";

const folder = fileURLToPath(new URL("./suite/", import.meta.url));
const modules = join(folder, "node_modules");

export type Release = "0.1" | "0.2";
export type Revision = "2025-11-25" | "2026-07-28";

/** One check of the suite. */
export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

export interface ScenarioResult {
  readonly scenario: string;
  readonly checks: readonly Check[];
}

/** Installs what suite/package.json pins, unless it is there. Rejects if it cannot be installed. */
export async function installSuite(): Promise<void> {
  if (isInstalled()) return;
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await promisify(execFile)("npm", ["ci", "--prefix", folder, ...options], { timeout: 180_000 });
}

/** Runs the suite against a server; `args` say which scenarios. */
export async function runSuite(
  release: Release,
  url: string,
  args: readonly string[],
  tested: "server" | "authorization" = "server",
): Promise<ScenarioResult[]> {
  const program = join(modules, `conformance-${release}`, "dist", "index.js");
  const output = mkdtempSync(join(tmpdir(), "copydesk-conformance-"));
  try {
    // Failed scenarios make it exit with 1; the results, which it always writes, identify them.
    const { stderr } = await promisify(execFile)(suiteNode(), [program, tested, "--url", url, "-o", output, ...args], {
      timeout: 120_000,
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: { code?: unknown; stderr?: string }) => {
      if (error.code === 1) return { stderr: error.stderr ?? "" };
      throw error;
    });
    const results = readdirSync(output).map((name) => ({ scenario: scenarioOf(name), checks: checksIn(output, name) }));
    if (results.length === 0) throw new Error(`The suite ran nothing: ${stderr.slice(0, 1000)}`);
    return results;
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** The scenarios that decide whether a server conforms to a revision. The others are run for information. */
export function scoredScenarios(revision: Revision): readonly string[] {
  const file = join(modules, "conformance-0.2", "requirements", `${revision}.yaml`);
  return (parse(readFileSync(file, "utf8")) as { server: string[] }).server;
}

/** A folder of results is named `server-<scenario>-<time>`. */
function scenarioOf(name: string): string {
  return name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
}

function checksIn(output: string, name: string): Check[] {
  return JSON.parse(readFileSync(join(output, name, "checks.json"), "utf8")) as Check[];
}

/** The suite starts on Node 22 and later; Copydesk runs on earlier ones too. */
function suiteNode(): string {
  const isRecent = Number(process.versions.node.split(".")[0]) >= 22;
  return isRecent ? process.execPath : join(modules, `node-${process.platform}-${process.arch}`, "bin", "node");
}

function isInstalled(): boolean {
  const { dependencies } = readPackage(folder) as { dependencies: Record<string, string> };
  return (
    existsSync(suiteNode()) &&
    Object.entries(dependencies).every(([name, pin]) => pin.endsWith(`@${versionOf(join(modules, name))}`))
  );
}

function versionOf(path: string): unknown {
  try {
    return (readPackage(path) as { version: unknown }).version;
  } catch {
    return undefined;
  }
}

function readPackage(path: string): unknown {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
}
