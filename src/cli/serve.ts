import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Config, readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { createSiteRules } from "../server/access/http-guards.ts";
import type { Log } from "../server/log.ts";
import { createSiteEndpoint } from "../server/site-endpoint/site-endpoint.ts";
import { createDirectCalls } from "../server/transports/direct-calls.ts";
import { createHttpHandler, serveMetrics } from "../server/transports/http.ts";
import { endedByFault, endWhenUncaught, type Uncaught } from "../server/uncaught.ts";
import { generatedRegistry } from "../tools/registry.ts";
import { createSurface, entriesUnder, type Surface } from "../tools/surface.ts";
import { accountPages, firstLink, manualTitle, publishedSites } from "./account-pages.ts";
import { commandFlags } from "./command-flags.ts";
import { type Connection, connect, type EmbeddedPlatform, inProcessClient } from "./connection.ts";
import {
  clientsHidden,
  credentialsOf,
  hidesClients,
  isAuthorizationServer,
  needsToken,
  requireCredential,
} from "./credentials.ts";
import { UsageError } from "./errors.ts";
import { growHeapBy } from "./heap-growth.ts";
import { countForms, httpApp, lastAnswers } from "./http-app.ts";
import { startHttpServer } from "./http-server.ts";
import { importFolder } from "./import.ts";
import { stderrLog, takeNodeWarnings } from "./log.ts";
import { type ProductServer, productServer } from "./product-server.ts";
import { Readiness } from "./readiness.ts";
import { SessionOwners } from "./session-owners.ts";
import { selectionOf } from "./surface-selection.ts";
import { interruptSignal, printJson } from "./terminal.ts";
import { version } from "./version.ts";

export interface Supervision {
  readonly log: Log;
  /** Aborts when the process is asked to stop. */
  readonly stop: AbortSignal;
  readonly uncaught: Uncaught;
  /** Whether to print the line for programs on stdout. */
  readonly saysReady: boolean;
}

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.serve);
  if (positionals.length > 0) throw new UsageError(`Usage: copydesk serve. It takes no "${positionals[0]}".`);
  requireCredential(config);
  const log = stderrLog(config);
  takeNodeWarnings(log);
  const uncaught = endWhenUncaught(log);
  const stop = interruptSignal();
  const connection = await connect(config);
  uncaught.beforeEnd(() => connection.embedded?.platform.recordCrash());
  try {
    if (connection.embedded !== undefined) await importDocsIfEmpty(connection.embedded, config, { log, stop });
    await serve(config, connection, { log, stop, uncaught, saysReady: own.json === true || !process.stdout.isTTY });
    return 0;
  } catch (error) {
    if (stop.aborted) return 130;
    throw error;
  } finally {
    await connection.close();
  }
}

export async function serve(config: Config, connection: Connection, supervision: Supervision): Promise<void> {
  const { log } = supervision;
  const surface = createSurface(entriesUnder(config.confirm.value, generatedRegistry.entries), selectionOf(config));
  const product = productServer({ config, surface, log, connection: async () => connection });
  try {
    await serveProduct(product, surface, { config, connection, ...supervision });
  } finally {
    await product.observation.close();
  }
}

export interface Circumstances extends Supervision {
  readonly config: Config;
  readonly connection: Connection;
}

/**
 * What a busy server's heap may grow by, in percent, so that its memory follows from what it holds, which
 * `--cache-megabytes` limits. Half of it costs a quarter more processor time.
 */
const heapGrowth = 100;

export async function serveProduct(
  { factory, toolCalls, watches, observation }: ProductServer,
  surface: Surface,
  { config, connection, log, stop, uncaught, saysReady }: Circumstances,
): Promise<void> {
  growHeapBy(heapGrowth);
  const credentials = credentialsOf(config, connection, { registry: generatedRegistry, log });
  const platform = connection.embedded?.platform;
  // Only one process serves a data folder at an address.
  const owners = platform && config.database.value !== undefined ? new SessionOwners(platform, log) : undefined;
  const mcp = createHttpHandler({
    factory,
    direct: createDirectCalls(toolCalls, version),
    surface,
    watches,
    ...credentials.site,
    authorize: credentials.authorize,
    owners,
    log,
  });
  const { authorize, guardApi, resource } = credentials;
  const site = createSiteRules(credentials.site);
  const metrics = serveMetrics({ authorize, site, text: () => observation.metrics() });
  const { embedded } = connection;
  const accounts = embedded && accountPages(config, embedded, credentials, { log, stop });
  const siteEndpoint = createSiteEndpoint(log);
  const readers = { serveAgent: siteEndpoint.fetch, countForm: countForms(credentials.clientAddress) };
  const readiness = new Readiness(platform);
  const served = { mcp, readers, metrics, platform, accounts, guardApi, site, resource, readiness, version };
  const app = lastAnswers(httpApp(served));
  const server = await startHttpServer(app.fetch, mcp, config);
  uncaught.beforeEnd(async () => {
    app.fail();
    await mcp.fail(endedByFault);
    await server.cut();
  });
  platform?.serveAt(server.url);
  await owners?.serveAt(server.url, config);
  if (saysReady) printJson(readyLine(server.url, config, connection));
  if (config.logFormat.value === "json") log("info", "ready", { url: server.url });
  else {
    const found = embedded && (await publishedSites(embedded, config.publicUrl.value ?? server.url));
    const sites = found?.map(({ url }) => url) ?? [];
    process.stderr.write(
      welcome(server.url, config, { sites, link: embedded && (await firstLink(embedded, config, server.url)) }),
    );
  }
  if (hidesClients(config)) log("info", clientsHidden);
  connection.embedded?.platform.takeUpJobs();
  if (!stop.aborted) await once(stop, "abort");
  await readiness.drain(config.drainSeconds.value);
  await server.stop();
  await owners?.close();
  await siteEndpoint.close();
  await accounts?.settled();
}

export function readyLine(url: string, config: Config, connection: Connection): Record<string, string> {
  const remote = config.baseUrl.value;
  return {
    mcp: `${url}/mcp`,
    health: `${url}/health`,
    ready: `${url}/ready`,
    ...(connection.embedded === undefined
      ? { service: remote ?? "" }
      : { api: `${url}/v1`, data: config.data.value, organization: connection.embedded.organization }),
  };
}

/** A new workspace starts with Copydesk's documentation, so that there is something to search, read and edit. */
export async function importDocsIfEmpty(
  embedded: EmbeddedPlatform,
  config: Config,
  { log, stop }: Pick<Supervision, "log" | "stop">,
): Promise<void> {
  const { platform, organization } = embedded;
  const { hasAnySpace } = await parts.spaces();
  const hasSpaces = () => platform.database.read(hasAnySpace);
  if (await hasSpaces()) return;
  const folder = fileURLToPath(new URL("../docs", import.meta.url));
  const told = config.logFormat.value === "json" ? { log } : {};
  if (!existsSync(folder)) return;
  const options = { title: manualTitle, isFirst: true, signal: stop, ...told };
  const imported = await importFolder(embedded, folder, options).catch(async (error: unknown) => {
    // A process that started at the same time was faster.
    if (await hasSpaces()) return undefined;
    throw error;
  });
  if (imported === undefined) return;
  const client = inProcessClient(platform, embedded.token);
  const site = await client.sites.create({
    organizationId: organization,
    title: manualTitle,
    visibility: "public",
    spaces: [imported.space],
  });
  await client.sitePublishing.publish({ organizationId: organization, siteId: site.id });
}

/** The start message: the addresses, and what to paste into a host. */
function welcome(
  url: string,
  config: Config,
  { sites, link }: { readonly sites: readonly string[]; readonly link: string | undefined },
): string {
  const entry = fileURLToPath(new URL("./cli.js", import.meta.url));
  const data = config.data.source === "default" ? [] : ["--data", config.data.value];
  const stdio = { mcpServers: { copydesk: { command: "node", args: [entry, ...data] } } };
  const address = `${config.publicUrl.value ?? url}/mcp`;
  // With an authorization server, the host gets its token from it.
  const getsToken = config.bearer.value === undefined && isAuthorizationServer(config);
  const sendsToken = needsToken(config) && config.oauthIssuer.value === undefined && !getsToken;
  const headers = sendsToken ? { headers: { Authorization: "Bearer <token>" } } : {};
  const http = { mcpServers: { copydesk: { type: "http", url: address, ...headers } } };
  const where =
    config.baseUrl.value === undefined
      ? [`  API        ${url}/v1`, `  Data       ${config.data.value}`]
      : [`  Service    ${config.baseUrl.value}`];
  return [
    "",
    "Copydesk is ready.",
    `  MCP        ${url}/mcp`,
    ...(config.publicUrl.value === undefined ? [] : [`  Public     ${address}`]),
    ...where,
    ...sites.map((site) => `  Site       ${site}`),
    "",
    ...(link === undefined ? [] : ["Sign in as the local user, once, within 15 minutes:", link, ""]),
    ...namesMissing(config),
    "Paste one of these into your host's MCP configuration.",
    "The host starts Copydesk itself (stdio):",
    JSON.stringify(stdio, null, 2),
    "The host uses this server (HTTP):",
    JSON.stringify(http, null, 2),
    "",
    "Ctrl-C stops it.",
    "",
  ].join("\n");
}

/** Clients cannot use the wildcard address. */
function namesMissing({ host, publicUrl }: Config): string[] {
  if (publicUrl.value !== undefined || !["0.0.0.0", "::"].includes(host.value)) return [];
  return ["/mcp answers only to names of this machine. --public-url says how others reach it.", ""];
}
