// Runs the published conformance suite: all of it against Copydesk's HTTP server with the suite's fixtures instead
// of its tools, then what needs no fixture against Copydesk itself, as one process and as two behind a balancer. Exits
// with 1 if a scenario that counts fails, and with 2 if the suite cannot be installed.
import { serveFixtures } from "./fixtures/server.ts";
import { productScenarios, withBalancedProduct, withProduct } from "./product.ts";
import { type Check, installSuite, type Release, runSuite, type ScenarioResult, scoredScenarios } from "./suite.ts";

const started = performance.now();
await installSuite().catch((error: unknown) => {
  console.error(`The conformance suite cannot be installed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(2);
});

let failing = 0;

const fixtures = await serveFixtures();
try {
  await runAll("0.1", []);
  await runAll("0.2", ["--requirements", "2025-11-25"], scoredScenarios("2025-11-25"));
  await runAll("0.2", ["--requirements", "2026-07-28"], scoredScenarios("2026-07-28"));
} finally {
  await fixtures.close();
}
await withProduct((url) => runProduct(url, "copydesk serve"));
await withBalancedProduct((url) => runProduct(url, "two processes of copydesk serve, one after the other"));

console.log(`\n${failing} failing, ${((performance.now() - started) / 1000).toFixed(0)} s`);
process.exitCode = failing === 0 ? 0 : 1;

/** Without a list of scored scenarios, all that were run count. */
async function runAll(release: Release, args: readonly string[], scored?: readonly string[]): Promise<void> {
  const results = await runSuite(release, fixtures.url, args);
  const counts = new Set(scored ?? results.map(({ scenario }) => scenario));
  const missing = [...counts].filter((name) => !results.some(({ scenario }) => scenario === name));
  const scoredResults = results.filter(({ scenario }) => counts.has(scenario));
  const title = `suite ${release}${args.length === 0 ? "" : ` ${args.join(" ")}`}`;
  report(title, scoredResults);
  for (const scenario of missing) fail(`${scenario} did not run`);
  const others = results.filter(({ scenario }) => !counts.has(scenario));
  if (others.length === 0) return;
  const failed = others.filter(({ checks }) => failures(checks).length > 0).map(({ scenario }) => scenario);
  console.log(`  not scored: ${others.length - failed.length} passed, ${failed.length} failed ${failed.join(" ")}`);
}

async function runProduct(url: string, name: string): Promise<void> {
  const results: ScenarioResult[] = [];
  for (const { scenario, revision, withoutFixture = [] } of productScenarios) {
    const runs = await runSuite("0.2", url, ["--scenario", scenario, "--spec-version", revision]);
    for (const { checks } of runs) {
      results.push({
        scenario: `${scenario} (${revision})`,
        checks: checks.filter(({ id }) => !withoutFixture.includes(id)),
      });
    }
  }
  report(name, results);
  // The other scenario for authorization servers waits for a person at a browser.
  const args = ["--scenario", "authorization-server-metadata-endpoint"];
  report(
    `authorization server of ${name}`,
    await runSuite("0.2", new URL("/app/oauth", url).href, args, "authorization"),
  );
}

function report(title: string, results: readonly ScenarioResult[]): void {
  const checks = results.flatMap((result) => result.checks);
  const passed = checks.filter(({ status }) => status === "SUCCESS").length;
  console.log(`${title}: ${results.length} scenarios, ${passed} checks passed, ${failures(checks).length} failed`);
  for (const { scenario, checks } of results) {
    if (!checks.some(({ status }) => status === "SUCCESS")) fail(`${scenario}: nothing was checked`);
    for (const { id, errorMessage } of failures(checks)) fail(`${scenario}: ${id}: ${errorMessage}`);
    for (const { id, errorMessage } of checks.filter(({ status }) => status === "WARNING")) {
      console.log(`  warning: ${scenario}: ${id}: ${errorMessage}`);
    }
  }
}

function failures(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ status }) => status === "FAILURE");
}

function fail(what: string): void {
  failing += 1;
  console.log(`  FAILED ${what}`);
}
