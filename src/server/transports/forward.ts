import { request as sendOverHttp } from "node:http";
import { Readable } from "node:stream";
import { ownName } from "../access/client-address.ts";

/** Headers of one connection, and of a body that is rewritten. */
const ofConnection = ["connection", "keep-alive", "transfer-encoding", "te", "upgrade", "content-length", "expect"];

/** Milliseconds for another process of this server to accept the connection. */
const connectTimeoutMs = 3_000;

/** A request is forwarded only once. */
export const wasForwarded = (request: Request): boolean =>
  (request.headers.get("via") ?? "").split(",").some((hop) => hop.trim().split(" ")[1] === ownName);

/**
 * Has another process answer a request with a parsed JSON body, and streams its answer. The `Host` stays that of
 * the client. Undefined if the process cannot be reached.
 */
export function forward(request: Request, body: unknown, origin: string): Promise<Response | undefined> {
  const { pathname, search, host } = new URL(request.url);
  const headers: Record<string, string> = Object.fromEntries(request.headers);
  for (const name of ofConnection) delete headers[name];
  headers.host = request.headers.get("host") ?? host;
  headers.via = [request.headers.get("via"), `1.1 ${ownName}`].filter(Boolean).join(", ");
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const url = new URL(pathname + search, origin);
    const outgoing = sendOverHttp(url, { method: request.method, headers, setHost: false, signal: request.signal });
    const timer = setTimeout(
      () => outgoing.destroy(new Error("the other process takes no connection")),
      connectTimeoutMs,
    );
    outgoing.on("socket", (socket) => socket.once("connect", () => clearTimeout(timer)));
    outgoing.on("response", (incoming) => {
      clearTimeout(timer);
      const received = new Headers();
      for (const [name, value] of Object.entries(incoming.headersDistinct)) {
        if (!ofConnection.includes(name)) for (const one of value ?? []) received.append(name, one);
      }
      const { statusCode: status = 502 } = incoming;
      const hasBody = status !== 204 && status !== 304;
      if (!hasBody) incoming.resume();
      resolve(
        new Response(hasBody ? (Readable.toWeb(incoming) as ReadableStream) : null, { status, headers: received }),
      );
    });
    outgoing.on("error", (error) => {
      clearTimeout(timer);
      if (request.signal.aborted) reject(error);
      else resolve(undefined);
    });
    outgoing.end(payload);
  });
}
