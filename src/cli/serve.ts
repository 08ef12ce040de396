import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Config, readCommandLine } from "../config.ts";
import { createServerFactory } from "../server/server.ts";
import { createHttpHandler } from "../server/transports/http.ts";
import { entriesUnder } from "../tools/confirmable-entries.ts";
import { generatedRegistry } from "../tools/generated-registry.ts";
import { createSurface } from "../tools/surface.ts";
import { type Connection, connect, type EmbeddedPlatform } from "./connection.ts";
import { credentialsOf, demandCredential } from "./credentials.ts";
import { httpApp } from "./http-app.ts";
import { startHttpServer } from "./http-server.ts";
import { importFolder } from "./import-folder.ts";
import { interruptSignal } from "./interrupt.ts";
import { stderrLog } from "./log.ts";
import { selectionOf } from "./surface-selection.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";
import { welcome } from "./welcome.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals } = readCommandLine(argv, process.env);
  if (positionals.length > 0) throw new UsageError(`Usage: copydesk serve. It takes no "${positionals[0]}".`);
  demandCredential(config);
  const stop = interruptSignal();
  const connection = await connect(config);
  try {
    if (connection.embedded !== undefined) await importDocsIfEmpty(connection.embedded, stop);
    await serve(config, connection, stop);
    return 0;
  } catch (error) {
    if (stop.aborted) return 130;
    throw error;
  } finally {
    await connection.close();
  }
}

async function serve(config: Config, connection: Connection, stop: AbortSignal): Promise<void> {
  const log = stderrLog(config.logLevel.value);
  const surface = createSurface(entriesUnder(config.confirm.value, generatedRegistry.entries), selectionOf(config));
  const factory = createServerFactory({
    registry: generatedRegistry,
    surface,
    client: async () => connection.client,
    answerTokens: config.answerTokens.value,
    confirmPolicy: config.confirm.value,
    version,
    log,
  });
  const credentials = credentialsOf(config, connection, { entries: surface.entries, log });
  const mcp = createHttpHandler({
    factory,
    surface,
    hosts: credentials.hosts,
    authorize: credentials.authorize,
    log,
  });
  const { refuseApi, resource } = credentials;
  const app = httpApp({ mcp, platform: connection.embedded?.platform, refuseApi, resource, version });
  const server = await startHttpServer(app, mcp, config);
  process.stdout.write(`${JSON.stringify(readyLine(server.url, config, connection))}\n`);
  process.stderr.write(welcome(server.url, config));
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
async function importDocsIfEmpty(embedded: EmbeddedPlatform, signal: AbortSignal): Promise<void> {
  const { platform, organization } = embedded;
  const { countAllSpaces } = await import("../platform/store/spaces.ts");
  if ((await platform.database.read((queries) => countAllSpaces(queries, organization))) > 0) return;
  const folder = fileURLToPath(new URL("../docs", import.meta.url));
  if (existsSync(folder)) await importFolder(embedded, folder, { title: "Copydesk", signal });
}
