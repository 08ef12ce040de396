import type { JSONRPCErrorResponse, JSONRPCMessage, Server } from "@modelcontextprotocol/server";
import { paramsProblem } from "./schema-issues.ts";

const invalidParams = -32602;
const internalError = -32603;
const missingUntil2025 = -32002;

/**
 * Makes a server send the codes its protocol names where the SDK sends others: a missing resource has a code of its own
 * in the 2025 era, and parameters of the wrong form are no internal error in either, and told in a sentence.
 */
export function withProtocolErrorCodes(server: Server, era: "legacy" | "modern"): Server {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(isError(message) ? corrected(message, era) : message, options);
    return connect(transport);
  };
  return server;
}

const isError = (message: JSONRPCMessage): message is JSONRPCErrorResponse => "error" in message;

function corrected(message: JSONRPCErrorResponse, era: "legacy" | "modern"): JSONRPCErrorResponse {
  const { error } = message;
  if (error.code === invalidParams && era === "legacy" && isMissingResource(error.data)) {
    return { ...message, error: { ...error, code: missingUntil2025 } };
  }
  if (error.code !== internalError && error.code !== invalidParams) return message;
  const problem = paramsProblem(error.message);
  return problem === undefined ? message : { ...message, error: { code: invalidParams, message: problem } };
}

/** A missing resource is told from other invalid parameters by its data, a URI alone. */
function isMissingResource(data: unknown): boolean {
  return typeof data === "object" && data !== null && Object.keys(data).join() === "uri";
}
