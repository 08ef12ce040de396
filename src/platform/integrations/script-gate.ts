import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Outbound } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";

/** Limit on the bytes of a script's request or its response. */
const maxBytes = 10 * 1024 * 1024;

/** Timeout of a script's request, in milliseconds. */
const time = 10_000;

/** Limit on a script's concurrent requests. */
const maxConcurrentRequests = 20;

/** Header with the key that keeps other programs on this machine from using the gate. */
export const keyHeader = "x-copydesk-gate";

export interface ScriptGate {
  readonly port: number;
  readonly key: string;
  close(): void;
}

/** The API of this service, which a script may call even if the service is not at a public address. */
export interface Api {
  /** Scheme, host and port. */
  readonly origin: string;
  call(request: Request): Promise<Response>;
}

export interface ScriptWays {
  readonly outbound: Outbound;
  readonly api: Api;
  readonly signal: AbortSignal;
}

/** Hop-by-hop headers, and headers that reveal who forwarded a request. */
const dropped: ReadonlySet<string> = new Set([
  ...["connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization", "proxy-connection"],
  ...["te", "trailer", "transfer-encoding", "upgrade", keyHeader, "content-encoding"],
]);

/** A script's only network access: a proxy on loopback, restricted by the gate for outbound requests. */
export async function openScriptGate(ways: ScriptWays): Promise<ScriptGate> {
  const key = randomBytes(24).toString("base64url");
  let running = 0;
  // A proxied request has the host in its target.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (request.headers[keyHeader] !== key) return refuse(response, 403, "This gate is for another program.");
    if (running >= maxConcurrentRequests)
      return refuse(response, 429, `A script has at most ${maxConcurrentRequests} requests under way.`);
    running += 1;
    passOn(request, response, ways)
      .catch((error: unknown) => {
        const reason = error instanceof Problem ? error.message : "The request could not be sent.";
        refuse(response, 502, reason);
      })
      .finally(() => {
        running -= 1;
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    key,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { outbound, api, signal }: ScriptWays,
): Promise<void> {
  const url = request.url ?? "";
  if (!URL.canParse(url)) return refuse(response, 400, "This is not an absolute address.");
  const { method = "GET" } = request;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return refuse(response, 413, `A request of a script has at most ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  const forwarded = Object.entries(request.headers).filter(([name]) => !dropped.has(name));
  const headers = Object.fromEntries(forwarded.map(([name, value]) => [name, String(value)]));
  const body = method === "GET" || method === "HEAD" ? undefined : Buffer.concat(chunks);
  if (isOfApi(url, api)) {
    const called = await api.call(new Request(url, { method, headers, body: body ?? null, signal }));
    for (const [name, value] of called.headers) if (!dropped.has(name)) response.setHeader(name, value);
    response.writeHead(called.status).end(Buffer.from(await called.arrayBuffer()));
    return;
  }
  const result = await outbound.send(url, { method, headers, body }, { bytes: maxBytes, time, signal });
  for (const [name, value] of result.headers) if (!dropped.has(name)) response.setHeader(name, value);
  response.writeHead(result.status).end(result.bytes);
}

function isOfApi(url: string, { origin }: Api): boolean {
  const target = new URL(url);
  return target.origin === origin && target.pathname.startsWith("/v1/");
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (!response.headersSent) response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(message);
}
