import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Config, readCommandLine } from "../config.ts";
import type { Log } from "../server/log.ts";
import { serveMetrics } from "../server/observation/metrics-endpoint.ts";
import { createDirectCalls } from "../server/transports/direct-calls.ts";
import { createSiteRules } from "../server/transports/foreign-requests.ts";
import { createHttpHandler } from "../server/transports/http.ts";
import { endedByFault, endWhenUncaught, type Uncaught } from "../server/uncaught.ts";
import { entriesUnder } from "../tools/confirmable-entries.ts";
import { generatedRegistry } from "../tools/generated-registry.ts";
import { createSurface, type Surface } from "../tools/surface.ts";
import { type Connection, connect, type EmbeddedPlatform } from "./connection.ts";
import { clientsHidden, credentialsOf, demandCredential, hidesClients } from "./credentials.ts";
import { httpApp } from "./http-app.ts";
import { startHttpServer } from "./http-server.ts";
import { importFolder } from "./import-folder.ts";
import { interruptSignal } from "./interrupt.ts";
import { lastAnswers } from "./last-answers.ts";
import { stderrLog, takeNodeWarnings } from "./log.ts";
import { printJson } from "./output.ts";
import { type ProductServer, productServer } from "./product-server.ts";
import { selectionOf } from "./surface-selection.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";
import { welcome } from "./welcome.ts";

interface Supervision {
  readonly log: Log;
  /** Aborts when the process is told to end. */
  readonly stop: AbortSignal;
  readonly uncaught: Uncaught;
}

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals } = readCommandLine(argv, process.env);
  if (positionals.length > 0) throw new UsageError(`Usage: copydesk serve. It takes no "${positionals[0]}".`);
  demandCredential(config);
  const log = stderrLog(config);
  takeNodeWarnings(log);
  const uncaught = endWhenUncaught(log);
  const stop = interruptSignal();
  const connection = await connect(config);
  uncaught.beforeEnd(() => connection.embedded?.platform.recordCrash());
  try {
    if (connection.embedded !== undefined) await importDocsIfEmpty(connection.embedded, config, { log, stop });
    await serve(config, connection, { log, stop, uncaught });
    return 0;
  } catch (error) {
    if (stop.aborted) return 130;
    throw error;
  } finally {
    await connection.close();
  }
}

async function serve(config: Config, connection: Connection, { log, stop, uncaught }: Supervision): Promise<void> {
  const surface = createSurface(entriesUnder(config.confirm.value, generatedRegistry.entries), selectionOf(config));
  const product = productServer({ config, surface, log, connection: async () => connection });
  try {
    await serveProduct(product, surface, { config, connection, log, stop, uncaught });
  } finally {
    await product.observation.close();
  }
}

interface Circumstances extends Supervision {
  readonly config: Config;
  readonly connection: Connection;
}

async function serveProduct(
  { factory, toolCalls, watches, observation }: ProductServer,
  surface: Surface,
  { config, connection, log, stop, uncaught }: Circumstances,
): Promise<void> {
  const credentials = credentialsOf(config, connection, { registry: generatedRegistry, log });
  const mcp = createHttpHandler({
    factory,
    direct: createDirectCalls(toolCalls, version),
    surface,
    watches,
    ...credentials.site,
    authorize: credentials.authorize,
    log,
  });
  const { authorize, guardApi, resource } = credentials;
  const site = createSiteRules(credentials.site);
  const metrics = serveMetrics({ authorize, site, text: () => observation.metrics() });
  const platform = connection.embedded?.platform;
  const app = lastAnswers(httpApp({ mcp, metrics, platform, guardApi, site, resource, version }));
  const server = await startHttpServer(app.fetch, mcp, config);
  uncaught.beforeEnd(async () => {
    app.fail();
    await mcp.fail(endedByFault);
    await server.cut();
  });
  printJson(readyLine(server.url, config, connection));
  if (config.logFormat.value === "json") log("info", "ready", { url: server.url });
  else process.stderr.write(welcome(server.url, config));
  if (hidesClients(config)) log("info", clientsHidden);
  connection.embedded?.platform.takeUpJobs();
  if (!stop.aborted) await once(stop, "abort");
  await server.stop();
}

function readyLine(url: string, config: Config, connection: Connection): Record<string, string> {
  const remote = config.baseUrl.value;
  return {
    mcp: `${url}/mcp`,
    health: `${url}/health`,
    ...(connection.embedded === undefined
      ? { service: remote ?? "" }
      : { api: `${url}/v1`, data: config.data.value, organization: connection.embedded.organization }),
  };
}

/** A new workspace begins with Copydesk's own documentation, so that there is something to search, read and edit. */
async function importDocsIfEmpty(
  embedded: EmbeddedPlatform,
  config: Config,
  { log, stop }: Omit<Supervision, "uncaught">,
): Promise<void> {
  const { platform, organization } = embedded;
  const { countAllSpaces } = await import("../platform/store/spaces.ts");
  if ((await platform.database.read((queries) => countAllSpaces(queries, organization))) > 0) return;
  const folder = fileURLToPath(new URL("../docs", import.meta.url));
  const told = config.logFormat.value === "json" ? { log } : {};
  if (existsSync(folder)) await importFolder(embedded, folder, { title: "Copydesk", signal: stop, ...told });
}
