import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Client } from "../../src/client/client.ts";
import { createToolCalls } from "../../src/server/calls/tool-calls.ts";
import { createPlainCalls, type PlainCalls } from "../../src/server/plain-calls/plain-calls.ts";
import { createServerFactory } from "../../src/server/server.ts";
import { createHttpHandler, type HttpOptions } from "../../src/server/transports/http.ts";
import { createResourceWatches } from "../../src/server/watches/resource-watches.ts";
import { type ConfirmPolicy, createSurface, type Selection } from "../../src/tools/surface.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { docsClient } from "./docs-service.ts";
import { fixtureTools, registryOf } from "./fixture-tools.ts";

export interface EndpointOptions extends Partial<Omit<HttpOptions, "factory" | "plainCalls" | "surface" | "log">> {
  /** Whether the SDK's server performs every call. */
  readonly withoutPlainCalls?: boolean;
  readonly tools?: readonly Tool[];
  readonly selection?: Selection;
  /** Which calls ask a person first; none if left out. */
  readonly confirmPolicy?: ConfirmPolicy;
  /** The process's own. */
  readonly client?: Client;
}

/** The product's factory and HTTP handler around the fixture tools, with their log. */
export function endpoint(options: EndpointOptions = {}) {
  const { tools = fixtureTools, selection = {}, client = docsClient(), ...more } = options;
  const { withoutPlainCalls = false, confirmPolicy = "never", ...http } = more;
  const registry = registryOf(tools);
  const surface = createSurface(registry.entries, selection);
  const logged: string[] = [];
  const log = (level: string, message: string) => logged.push(`${level}: ${message}`);
  const version = "9.8.7";
  const settings = {
    registry,
    surface,
    client: async () => client,
    confirmPolicy,
    answerTokens: 2000,
    version,
    log,
    watches: http.watches ?? createResourceWatches({ client: async () => client }),
  };
  const toolCalls = createToolCalls(settings);
  const respond = createPlainCalls(toolCalls, version);
  let plainCallCount = 0;
  const plainCalls: PlainCalls = (...message) => {
    const response = respond(...message);
    if (response !== undefined) plainCallCount += 1;
    return response;
  };
  const plain = withoutPlainCalls ? {} : { plainCalls };
  const factory = createServerFactory({ ...settings, ...plain, toolCalls });
  const handler = createHttpHandler({ factory, surface, log, ...plain, ...http });
  return { factory, logged, handler, plainCallCount: () => plainCallCount };
}

/** The endpoint on a free port of this machine. */
export async function listen(options: EndpointOptions = {}) {
  const { handler, logged } = endpoint(options);
  const server: Server = createServer(getRequestListener(handler.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    logged,
    drain: handler.drain,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
