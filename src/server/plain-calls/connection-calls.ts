import type { JSONRPCMessage, RequestId, Server, Transport } from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import type { PlainCalls } from "./plain-calls.ts";

interface ConnectionOptions {
  readonly plainCalls: PlainCalls;
  readonly era: "legacy" | "modern";
  readonly log: Log;
}

/** Has plain calls on a server's connection responded to, over stdio or in a session, before the server sees them. */
export function withPlainCalls(server: Server, options: ConnectionOptions): Server {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    await connect(transport);
    interceptCalls(transport, options);
  };
  return server;
}

function interceptCalls(transport: Transport, { plainCalls, era, log }: ConnectionOptions): void {
  const channel = era === "legacy" ? "connection of 2025" : "connection of 2026";
  const running = new Map<RequestId, AbortController>();
  let isLogged = false;

  const respond = async (id: RequestId, response: ReturnType<PlainCalls>): Promise<void> => {
    const message = await response?.catch((error: unknown): JSONRPCMessage => {
      log("error", `tools/call: ${error instanceof Error ? error.stack : String(error)}`);
      const text = "Internal error: the server's log has the details.";
      return { jsonrpc: "2.0", id, error: { code: -32603, message: text } };
    });
    running.delete(id);
    // A cancelled request gets no response.
    if (message !== undefined) await transport.send(message).catch((error: Error) => transport.onerror?.(error));
  };

  const { onmessage, onclose } = transport;
  transport.onmessage = (message, extra) => {
    if ("method" in message && "id" in message && !running.has(message.id)) {
      const controller = new AbortController();
      const connection = { channel, http: extra?.request, isLogged } as const;
      const response = plainCalls(message, connection, controller.signal);
      if (response !== undefined) {
        running.set(message.id, controller);
        return void respond(message.id, response);
      }
      isLogged ||= message.method === "logging/setLevel";
    } else if ("method" in message && message.method === "notifications/cancelled") {
      const { requestId, reason } = (message.params ?? {}) as { requestId?: RequestId; reason?: unknown };
      if (requestId !== undefined) running.get(requestId)?.abort(reason);
    }
    onmessage?.(message, extra);
  };
  transport.onclose = () => {
    for (const controller of running.values()) controller.abort();
    onclose?.();
  };
}
