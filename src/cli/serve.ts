import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createAdaptorServer } from "@hono/node-server";
import { type Config, ConfigError, readCommandLine } from "../config.ts";
import { createServerFactory } from "../server/server.ts";
import { createHttpHandler } from "../server/transports/http.ts";
import { generatedRegistry } from "../tools/generated-registry.ts";
import { createSurface } from "../tools/surface.ts";
import { embeddedCallers } from "./callers.ts";
import { type Connection, connect, type EmbeddedPlatform } from "./connection.ts";
import { httpApp } from "./http-app.ts";
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
  const loopback = isLoopback(config.host.value);
  if (!loopback && config.baseUrl.value !== undefined) {
    throw new ConfigError(
      `Serving ${config.baseUrl.value} on ${config.host.value} would lend your token to anyone who can reach it. Serve on 127.0.0.1.`,
    );
  }
  const stop = interruptSignal();
  const connection = await connect(config);
  try {
    if (connection.embedded !== undefined) await importDocsIfEmpty(connection.embedded, stop);
    await serve(config, connection, loopback, stop);
    return 0;
  } catch (error) {
    if (stop.aborted) return 130;
    throw error;
  } finally {
    await connection.close();
  }
}

async function serve(config: Config, connection: Connection, loopback: boolean, stop: AbortSignal): Promise<void> {
  const log = stderrLog(config.logLevel.value);
  const surface = createSurface(generatedRegistry.entries, selectionOf(config));
  const factory = createServerFactory({
    registry: generatedRegistry,
    surface,
    client: async () => connection.client,
    answerTokens: config.answerTokens.value,
    version,
    log,
  });
  const mcp = createHttpHandler({
    factory,
    surface,
    hosts: [config.host.value],
    ...(connection.embedded === undefined
      ? {}
      : { authorize: embeddedCallers(connection.embedded, connection.client, loopback) }),
    log,
  });
  const app = httpApp({ mcp, platform: connection.embedded?.platform, version });
  const server = createAdaptorServer({ fetch: app }) as Server;
  const url = await listen(server, config);
  process.stdout.write(`${JSON.stringify(readyLine(url, config, connection))}\n`);
  process.stderr.write(welcome(url, config));
  if (!stop.aborted) await once(stop, "abort");
  await mcp.close();
  server.closeIdleConnections();
  server.close();
  server.closeAllConnections();
}

/** Listens, and answers the URL people and programs reach it at. */
async function listen(server: Server, { host, port }: Config): Promise<string> {
  server.listen(port.value, host.value);
  // Rejects when the server cannot listen.
  await once(server, "listening").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw new ConfigError(
      code === "EADDRINUSE"
        ? `Port ${port.value} on ${host.value} is in use, perhaps by another copydesk serve. Choose another with --port, or --port 0 for a free one.`
        : `Port ${port.value} on ${host.value} cannot be served on (${code}). Choose another with --port or --host.`,
    );
  });
  const { port: actual } = server.address() as AddressInfo;
  const name = host.value.includes(":") ? `[${host.value}]` : host.value;
  return `http://${name}:${actual}`;
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

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
