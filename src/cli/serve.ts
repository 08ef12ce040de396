import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Config, readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { renderFailure } from "../platform/kernel/error-response.ts";
import { createSiteRules } from "../server/access/http-guards.ts";
import type { Log } from "../server/log.ts";
import { createSiteEndpoint } from "../server/site-endpoint/site-endpoint.ts";
import { createHttpHandler, serveMetrics } from "../server/transports/http.ts";
import { endedByFault, endWhenUncaught, type Uncaught } from "../server/uncaught.ts";
import { generatedRegistry } from "../tools/registry.ts";
import { createSurface, entriesUnder } from "../tools/surface.ts";
import { accountPages, firstLink, manualTitle, publishedSites } from "./account-pages.ts";
import { closeInTime, closingPatience } from "./close-in-time.ts";
import { commandFlags } from "./command-flags.ts";
import { type Connection, connect, type EmbeddedPlatform, inProcessClient } from "./connection.ts";
import {
  clientsHidden,
  createCredentials,
  hidesClients,
  isAuthorizationServer,
  needsToken,
  requireCredential,
} from "./credentials.ts";
import { UsageError } from "./errors.ts";
import { growHeapBy } from "./heap-growth.ts";
import { countForms, createStoppableHandler, httpApp } from "./http-app.ts";
import { defaultPatience, type HttpServer, startHttpServer } from "./http-server.ts";
import { importFolder } from "./import.ts";
import { isLogged, redirectStderr, stderrLog } from "./log.ts";
import { withLoggedFailures } from "./logged-failures.ts";
import { productServer } from "./product-server.ts";
import { Readiness } from "./readiness.ts";
import { SessionOwners } from "./session-owners.ts";
import { StartAttempts } from "./start-attempts.ts";
import { StartingServer } from "./starting-server.ts";
import { toSelection } from "./surface-selection.ts";
import { interruptSignal, printJson } from "./terminal.ts";

interface Supervision {
  readonly log: Log;
  /** Aborts when the process is asked to stop. */
  readonly stop: AbortSignal;
  readonly uncaught: Uncaught;
  /** Whether to print the line for programs on stdout. */
  readonly saysReady: boolean;
}

export async function run(argv: readonly string[]): Promise<number> {
  let drainSeconds = 0;
  const { calls, responses } = defaultPatience;
  const stop = interruptSignal(() => drainSeconds * 1000 + calls + responses + 2 * closingPatience);
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.serve);
  drainSeconds = config.drainSeconds.value;
  const log = stderrLog(config);
  redirectStderr(log, config);
  return withLoggedFailures(config, log, async () => {
    if (positionals.length > 0) throw new UsageError(`Usage: copydesk serve. It takes no "${positionals[0]}".`);
    requireCredential(config);
    const uncaught = endWhenUncaught(log);
    const saysReady = own.json === true || !process.stdout.isTTY;
    try {
      await serve(config, { log, stop, uncaught, saysReady });
      return 0;
    } catch (error) {
      if (stop.aborted) return 130;
      throw error;
    }
  });
}

/** Listens, starts, serves until the process is asked to stop, and closes everything again, also after a failure. */
async function serve(config: Config, supervision: Supervision): Promise<void> {
  const { log, stop, uncaught } = supervision;
  growHeapBy(heapGrowth);
  const readiness = new Readiness();
  const starting = new StartingServer(readiness);
  const tell = (line: string) => log("error", line);
  const app = createStoppableHandler((request) =>
    starting.fetch(request).catch((error: unknown) => renderFailure(error, tell)),
  );
  const server = await startHttpServer(app.fetch, starting, config);
  uncaught.beforeEnd(async () => {
    app.fail();
    await starting.fail(endedByFault);
    await server.cut();
  });
  const closings: (() => Promise<unknown>)[] = [];
  let isServing = false;
  try {
    await start(config, { ...supervision, server, starting, readiness, closings });
    isServing = true;
    if (!stop.aborted) await once(stop, "abort");
    await readiness.drain(config.drainSeconds.value);
  } finally {
    await (isServing ? server.stop() : server.cut());
    const close = async () => {
      for (const closing of closings.reverse()) await closing();
    };
    await closeInTime(close(), log);
  }
}

interface Start extends Supervision {
  readonly server: HttpServer;
  readonly starting: StartingServer;
  readonly readiness: Readiness;
  /** Receives what is to be closed at the end, the last first. */
  readonly closings: (() => Promise<unknown>)[];
}

/**
 * What a busy server's heap may grow by, in percent, so that its memory follows from what it holds, which
 * `--cache-megabytes` limits. Half of it costs a quarter more processor time.
 */
const heapGrowth = 100;

async function start(
  config: Config,
  { log, stop, uncaught, saysReady, server, starting, readiness, closings }: Start,
): Promise<void> {
  const onDelay = () => readiness.startIsDelayed("A service that it needs does not respond.");
  const attempts = new StartAttempts({ log, stop, onDelay });
  const connection = await attempts.run(async () => {
    const opened = await connect(config, { log });
    // The start may be over by now.
    if (stop.aborted) await opened.close();
    return opened;
  });
  closings.push(() => connection.close());
  const { embedded } = connection;
  const platform = embedded?.platform;
  uncaught.beforeEnd(() => platform?.recordCrash());
  if (embedded !== undefined) await attempts.run(() => importDocsIfEmpty(embedded, config, { log, stop }));

  const surface = createSurface(entriesUnder(config.confirm.value, generatedRegistry.entries), toSelection(config));
  const product = productServer({ config, surface, log, connection: async () => connection });
  const { factory, plainCalls, watches, observation } = product;
  closings.push(() => observation.close());
  const credentials = createCredentials(config, connection, { registry: generatedRegistry, log });
  // Only one process serves a data folder at an address.
  const owners = platform && config.database.value !== undefined ? new SessionOwners(platform, log) : undefined;
  const mcp = createHttpHandler({
    factory,
    plainCalls,
    surface,
    watches,
    ...credentials.site,
    authorize: credentials.authorize,
    owners,
    log,
  });
  const { authorize, guardApi, guardSites, resource } = credentials;
  const site = createSiteRules(credentials.site);
  const metrics = serveMetrics({ authorize, site, text: () => observation.metrics() });
  const accounts = embedded && accountPages(config, embedded, credentials, { log, stop });
  const siteEndpoint = createSiteEndpoint(log);
  const readers = { serveAgent: siteEndpoint.fetch, countForm: countForms(credentials.clientAddress) };
  const isForThisMachine = !needsToken(config);
  const served = {
    mcp,
    readers,
    metrics,
    platform,
    accounts,
    guardApi,
    guardSites,
    site,
    resource,
    isForThisMachine,
    readiness,
  };
  closings.push(async () => {
    await owners?.close();
    await siteEndpoint.close();
    await accounts?.settled();
  });
  platform?.serveAt(server.url);
  const { sites, link } = await attempts.run(async () => {
    await owners?.serveAt(server.url, config);
    return embedded === undefined ? { sites: [], link: undefined } : welcomeFacts(embedded, config, server.url);
  });
  starting.started({ fetch: httpApp(served), mcp });
  readiness.started(platform);
  if (saysReady) printJson(readyLine(server.url, config, connection));
  if (config.logFormat.value === "json") log("info", "ready", { url: server.url, signIn: link });
  else process.stderr.write(welcome(server.url, config, { sites, link }));
  if (hidesClients(config)) log("info", clientsHidden);
  platform?.takeUpJobs();
}

/** The link is only made where it is shown. */
async function welcomeFacts(embedded: EmbeddedPlatform, config: Config, url: string) {
  const isJson = config.logFormat.value === "json";
  const found = isJson ? [] : await publishedSites(embedded, config.publicUrl.value ?? url);
  const isShown = !isJson || isLogged(config, "info");
  return { sites: found.map((site) => site.url), link: isShown ? await firstLink(embedded, config, url) : undefined };
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
  const logging = config.logFormat.value === "json" ? { log } : {};
  if (!existsSync(folder)) return;
  const options = { title: manualTitle, isFirst: true, signal: stop, ...logging };
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
  return ["/mcp is only available under names of this machine. --public-url sets the address for others.", ""];
}
