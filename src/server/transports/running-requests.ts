import type { RequestId, Transport } from "@modelcontextprotocol/server";

/** Requests of a connection that have no answer yet. */
export interface RunningRequests {
  /** Answers all of them with an error. */
  fail(message: string): Promise<void>;
}

/** Follows what goes in and out of a transport that is served already. */
export function followRequests(transport: Transport): RunningRequests {
  const running = new Set<RequestId>();
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    if ("method" in message && "id" in message) running.add(message.id);
    onmessage?.(message, extra);
  };
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!("method" in message) && message.id !== undefined) running.delete(message.id);
    return send(message, options);
  };
  return {
    async fail(message) {
      const error = { code: -32603, message };
      const ids = [...running];
      running.clear();
      await Promise.all(ids.map((id) => send({ jsonrpc: "2.0", id, error })));
    },
  };
}
