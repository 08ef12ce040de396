import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { onTestFinished } from "vitest";
import { certificate, key } from "./self-signed-certificate.ts";

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface LoopbackServer {
  readonly url: string;
  /** Takes no further connections. */
  readonly close: () => void;
  readonly received: readonly ReceivedRequest[];
}

/** An HTTP server for one test, which records what it receives before it responds. */
export async function serve(
  answer: (request: ReceivedRequest, response: ServerResponse, number: number) => void,
  port = 0,
): Promise<LoopbackServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const { method = "", url = "", headers } = message;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    received.push(request);
    answer(request, response, received.length);
  });
  return { url: await listen(server, port), received, close: () => void server.close() };
}

/** The same over TLS, with an untrusted certificate. */
export async function serveTls(answer: (response: ServerResponse) => void): Promise<LoopbackServer> {
  const received: ReceivedRequest[] = [];
  const server = createTlsServer({ key, cert: certificate }, ({ method = "", url = "", headers }, response) => {
    received.push({ method, url, headers, body: "" });
    answer(response);
  });
  const url = (await listen(server, 0)).replace("http:", "https:");
  return { url, received, close: () => void server.close() };
}

/** A TCP server for one test, given each connection. */
export async function serveSockets(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    handle(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return listen(server, 0);
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createTcpServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function listen(server: Server | TcpServer, port: number): Promise<string> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
