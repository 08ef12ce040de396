import {
  absentOr,
  type Check,
  hasOnly,
  isCapabilities,
  isClientInfo,
  isObject,
  isRequestId,
  isText,
  type RequestId,
} from "./message-checks.ts";

/** A message that can be answered without the protocol's schemas. */
export type OpeningMessage =
  | { readonly kind: "initialize"; readonly id: RequestId; readonly protocolVersion: string }
  | { readonly kind: "initialized" }
  | { readonly kind: "ping"; readonly id: RequestId }
  | { readonly kind: "list"; readonly id: RequestId };

/**
 * Reads one line of a connection of the 2025 era. Undefined for everything that is not beyond doubt one of the messages
 * above: it takes less than the protocol's schemas do, and never more.
 */
export function readOpeningMessage(line: string): OpeningMessage | undefined {
  const message = parse(line);
  if (!isObject(message) || message.jsonrpc !== "2.0" || !hasOnly(message, members)) return undefined;
  const { id, method, params = {} } = message;
  if (!isObject(params)) return undefined;
  if (!("id" in message)) {
    return method === "notifications/initialized" && hasOnly(params, []) ? { kind: "initialized" } : undefined;
  }
  if (!isRequestId(id)) return undefined;
  if (method === "initialize") {
    const { protocolVersion } = params;
    const usual = isText(protocolVersion) && isCapabilities(params.capabilities) && isClientInfo(params.clientInfo);
    return usual && hasOnly(params, initializeMembers) ? { kind: "initialize", id, protocolVersion } : undefined;
  }
  if (!hasOnly(params, ["_meta"]) || !absentOr(isMeta)(params._meta)) return undefined;
  if (method === "ping") return { kind: "ping", id };
  return method === "tools/list" ? { kind: "list", id } : undefined;
}

const members = ["jsonrpc", "id", "method", "params"];
const initializeMembers = ["protocolVersion", "capabilities", "clientInfo"];

const isMeta: Check = (value) =>
  isObject(value) && hasOnly(value, ["progressToken"]) && isRequestId(value.progressToken);

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
