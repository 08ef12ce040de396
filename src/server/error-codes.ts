import type { JSONRPCErrorResponse, JSONRPCMessage, Server } from "@modelcontextprotocol/server";

const invalidParams = -32602;
const internalError = -32603;
const missingUntil2025 = -32002;

/**
 * Makes a server send the codes its protocol names where the SDK sends others: a missing resource has a code of its own
 * in the 2025 era, and parameters of the wrong form are no internal error in either.
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
  const issues = error.code === internalError ? issuesIn(error.message) : undefined;
  if (issues === undefined) return message;
  const text = `Invalid params: ${issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}`;
  return { ...message, error: { code: invalidParams, message: text } };
}

/** A missing resource is told from other invalid parameters by its data, a URI alone. */
function isMissingResource(data: unknown): boolean {
  return typeof data === "object" && data !== null && Object.keys(data).join() === "uri";
}

interface Issue {
  readonly path: readonly unknown[];
  readonly message: string;
}

/** What the protocol's schemas found wrong with a request, which the SDK sends as JSON in the error's message. */
function issuesIn(text: string): readonly Issue[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    const issues: unknown = JSON.parse(text);
    return Array.isArray(issues) && issues.length > 0 && issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined;
  }
}

function isIssue(value: unknown): value is Issue {
  if (typeof value !== "object" || value === null || !("path" in value) || !("message" in value)) return false;
  return Array.isArray(value.path) && value.path[0] === "params" && typeof value.message === "string";
}
