import type { JSONRPCMessage, Server } from "@modelcontextprotocol/server";

const missingSince2026 = -32602;
const missingUntil2025 = -32002;

/**
 * Makes a server of the 2025 era answer a missing resource with the code that era's protocol names: the SDK sends the
 * newer protocol's code in both. A missing resource is told from other invalid parameters by its data, a URI alone.
 */
export function withEarlierMissingResource(server: Server): Server {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(withEarlierCode(message), options);
    return connect(transport);
  };
  return server;
}

function withEarlierCode(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message) || message.error.code !== missingSince2026) return message;
  const data = message.error.data;
  const isMissing = typeof data === "object" && data !== null && Object.keys(data).join() === "uri";
  return isMissing ? { ...message, error: { ...message.error, code: missingUntil2025 } } : message;
}
