import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startBalancer } from "../support/balancer.ts";
import { startPostgres } from "../support/postgres-server.ts";
import type { Revision } from "./suite.ts";

const program = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** Starts the built `copydesk serve` on a new data folder, and ends it after the work. */
export async function withProduct<Result>(
  work: (url: string) => Promise<Result>,
  options: readonly string[] = [],
): Promise<Result> {
  const data = mkdtempSync(join(tmpdir(), "copydesk-conformance-"));
  const argv = [program, "serve", "--port", "0", "--data", data, ...options];
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  try {
    const ready = once(createInterface({ input: child.stdout }), "line");
    const [line] = (await Promise.race([ready, ended.then(() => ["{}"])])) as string[];
    const { mcp } = JSON.parse(line ?? "{}") as { mcp?: string };
    if (mcp === undefined) throw new Error("copydesk serve did not start");
    return await work(mcp);
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true });
  }
}

/** The same with two processes on one PostgreSQL database, each of which gets every other request. */
export async function withBalancedProduct<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgres();
  const options = ["--database", postgres.url];
  try {
    return await withProduct(
      (first) =>
        withProduct(async (second) => {
          const balancer = await startBalancer([first, second].map((url) => new URL(url).origin));
          try {
            return await work(`${balancer.url}/mcp`);
          } finally {
            await balancer.close();
          }
        }, options),
      options,
    );
  } finally {
    await postgres.stop();
  }
}

/** A scenario that requires only what every server has. */
export interface ProductScenario {
  readonly scenario: string;
  readonly revision: Revision;
  /** Checks that call a fixture which the product does not have. */
  readonly withoutFixture?: readonly string[];
}

const earlier = (scenario: string): ProductScenario => ({ scenario, revision: "2025-11-25" });
const newer = (scenario: string): ProductScenario => ({ scenario, revision: "2026-07-28" });

export const productScenarios: readonly ProductScenario[] = [
  earlier("server-initialize"),
  earlier("server-session-lifecycle"),
  earlier("ping"),
  earlier("logging-set-level"),
  earlier("tools-list"),
  earlier("resources-list"),
  earlier("prompts-list"),
  earlier("server-sse-multiple-streams"),
  earlier("dns-rebinding-protection"),
  {
    ...newer("server-stateless"),
    withoutFixture: [
      "sep-2575-server-rejects-undeclared-capability",
      "sep-2575-missing-capability-http-400",
      "sep-2575-http-server-no-independent-requests-on-stream",
      "sep-2575-server-no-log-without-loglevel",
    ],
  },
  newer("tools-list"),
  newer("resources-list"),
  newer("prompts-list"),
  newer("sep-2164-resource-not-found"),
  newer("server-sse-multiple-streams"),
  newer("input-required-result-unsupported-methods"),
  newer("dns-rebinding-protection"),
  newer("caching"),
  newer("http-header-validation"),
];
