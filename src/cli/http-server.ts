import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/values.ts";
import { getPath } from "../contract/request-url.ts";
import { bindPeer } from "../server/access/client-address.ts";
import type { HttpHandler } from "../server/transports/http.ts";
import { createInFlight } from "../server/transports/in-flight.ts";

export interface HttpServer {
  /** The address it listens on. */
  readonly url: string;
  /** Accepts nothing new, lets requests in flight finish, and closes. Resolves when no connection is left. */
  stop(): Promise<void>;
  /** Accepts nothing new, aborts requests in flight, and waits a moment for answers to be sent. */
  cut(): Promise<void>;
}

/** All in milliseconds. */
export interface Patience {
  /** Time to receive a request's headers. */
  readonly headers: number;
  /** Time to receive a request's headers and body. */
  readonly request: number;
  /** How long a client may read nothing of an answer. */
  readonly reading: number;
  /** Time for running calls at shutdown. */
  readonly calls: number;
  /** Time to send their answers. */
  readonly responses: number;
}

/** Containers are killed 10 s after the stop signal. */
export const defaultPatience: Patience = {
  headers: 15_000,
  request: 60_000,
  reading: 60_000,
  calls: 8000,
  responses: 1000,
};

/** Serves `fetch`; `mcp` is the part whose streams do not end on their own. Throws `ConfigError`. */
export async function startHttpServer(
  fetch: (request: Request) => Promise<Response>,
  mcp: Pick<HttpHandler, "drain" | "close">,
  config: Pick<Config, "host" | "port">,
  patience: Patience = defaultPatience,
): Promise<HttpServer> {
  const others = createInFlight();
  const server = createAdaptorServer({
    fetch: (request, env) => {
      // Checked first: some Host headers, such as xn--localhost, do not form a valid URL.
      if (!URL.canParse(request.url)) return badRequest();
      const { incoming, outgoing } = env as HttpBindings;
      bindPeer(request, incoming.socket.remoteAddress, incoming.headers);
      if (getPath(request) !== "/mcp") others.follow(outgoing);
      return fetch(request);
    },
    serverOptions: {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      connectionsCheckingInterval: Math.min(5000, patience.headers),
      // Detects peers that disappeared without closing the connection.
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    },
  }) as Server;
  // Node silently drops headers beyond a count, including those a proxy appends. Their total size is limited instead.
  server.maxHeadersCount = 0;
  // With a listener, Node does not close an idle socket itself: a stream may be quiet.
  server.setTimeout(patience.reading, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
  const url = await listen(server, config);
  const end = async (closed: Promise<unknown>) => {
    await mcp.close();
    await untilSent(server, closed, patience.responses);
    server.closeAllConnections();
    await closed;
  };
  return {
    url,
    async stop() {
      const closed = once(server, "close");
      server.close();
      await Promise.all([mcp.drain(patience.calls), others.finished(patience.calls)]);
      await end(closed);
    },
    async cut() {
      const closed = once(server, "close");
      server.close();
      await end(closed);
    },
  };
}

const badRequest = () =>
  new Response("Bad Request: the Host header or the requested address is not valid.\n", {
    status: 400,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });

/** Waits until every answer has been sent and its connection is idle and can be closed. */
async function untilSent(server: Server, closed: Promise<unknown>, maxMs: number): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), 10);
  const over = new Promise((resolve) => setTimeout(resolve, maxMs).unref());
  await Promise.race([closed, over]);
  clearInterval(sweep);
}

/** Starts listening and returns the server's URL. */
async function listen(server: Server, { host, port }: Pick<Config, "host" | "port">): Promise<string> {
  server.listen(port.value, host.value);
  // Rejects if the server cannot listen.
  await once(server, "listening").catch((error: unknown) => {
    throw cannotListen(error, { host, port });
  });
  const { port: actual } = server.address() as AddressInfo;
  const name = host.value.includes(":") ? `[${host.value}]` : host.value;
  return `http://${name}:${actual}`;
}

export function cannotListen(error: unknown, { host, port }: Pick<Config, "host" | "port">): ConfigError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return new ConfigError(
    code === "EADDRINUSE"
      ? `Port ${port.value} on ${host.value} is in use, perhaps by another copydesk serve. Choose another with --port, or --port 0 for a free one.`
      : `Port ${port.value} on ${host.value} cannot be served on (${code}). Choose another with --port or --host.`,
  );
}
