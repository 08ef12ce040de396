import type { JSONRPCMessage, Server } from "@modelcontextprotocol/server";

/** How the SDK begins the answer to a call whose question the host failed to put to a person. */
const beginning = "Fulfilling input required by 'tools/call' failed:";

const told =
  "The host did not manage to ask the person. Nothing was changed. Call again: it answers a preview instead, which you show to the person.";

/**
 * Tells what to do next where a host that says it can ask a person fails to, or takes too long, and calls `failed`, so
 * that the connection's next call need not end like that.
 */
export function onFailedQuestion(server: Server, failed: () => void): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (!isFailedQuestion(message)) return send(message, options);
      failed();
      const result = { content: [{ type: "text", text: told }], isError: true };
      return send({ ...message, result }, options);
    };
    return connect(transport);
  };
}

function isFailedQuestion(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { result: unknown }> {
  if (!("result" in message) || message.result.isError !== true) return false;
  const { content } = message.result as { readonly content?: readonly { readonly text?: unknown }[] };
  const text = content?.[0]?.text;
  return typeof text === "string" && text.startsWith(beginning);
}
