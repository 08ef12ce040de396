import {
  type Check,
  type Fields,
  hasExactly,
  isCapabilities,
  isClientInfo,
  isObject,
  isRequestId,
  isText,
  optional,
  type RequestId,
} from "./message-checks.ts";

/** How a message arrives. */
type Channel = "early stdio" | "connection of 2025" | "connection of 2026" | "request of 2026";

/** What is known about the connection of a message. */
export interface Connection {
  readonly channel: Channel;
  /** The HTTP request that carried the message; absent over stdio. */
  readonly http?: Request | undefined;
  /** Whether the host requested log messages for the whole connection. */
  readonly isLogged?: boolean;
}

export interface ToolCall {
  readonly id: RequestId;
  readonly method: "tools/call";
  readonly params: {
    readonly name: string;
    readonly arguments?: Record<string, unknown>;
    readonly _meta?: Fields;
  };
}

/** A message that can be responded to without the protocol's schemas. */
export type PlainMessage =
  | { readonly id: RequestId; readonly method: "initialize"; readonly params: { readonly protocolVersion: string } }
  | { readonly method: "notifications/initialized" }
  | { readonly id: RequestId; readonly method: "ping" | "tools/list" }
  | ToolCall;

interface Row {
  readonly channel: Channel;
  /** Every member that the message may have, and its values. */
  readonly message: Check;
  /** Headers of the HTTP request. */
  readonly headers?: (headers: Headers | undefined, tool: string) => boolean;
  /** Whether log messages are not requested for the connection. */
  readonly logs?: "not requested";
  /** Whether the tool cannot ask a person, as known from its reach, the confirmation policy and the listed tools. */
  readonly tool?: "cannot ask";
}

/** The revision with independent requests. */
const revision2026 = "2026-07-28";

const is =
  (expected: unknown): Check =>
  (value) =>
    value === expected;

const reserved = "io.modelcontextprotocol/";

/** Metadata that requests nothing of the protocol: neither progress nor a feature of another revision. */
const requestsNothing: Check = (value) =>
  isObject(value) && Object.keys(value).every((name) => name !== "progressToken" && !name.startsWith(reserved));

/** Metadata of a request of 2026 that requests neither progress nor log messages. */
const envelope = hasExactly({
  [`${reserved}protocolVersion`]: is(revision2026),
  [`${reserved}clientCapabilities`]: isCapabilities,
  [`${reserved}clientInfo`]: optional(isClientInfo),
  traceparent: optional(isText),
});

const request = (method: PlainMessage["method"], params: Check): Check =>
  hasExactly({ jsonrpc: is("2.0"), id: isRequestId, method: is(method), params });

const notification = (method: PlainMessage["method"], params: Check): Check =>
  hasExactly({ jsonrpc: is("2.0"), method: is(method), params });

/** The protocol's schemas leave out an argument of this name. */
const isArguments: Check = (value) => isObject(value) && !Object.hasOwn(value, "__proto__");

const call = (metadata: Check): Check =>
  request("tools/call", hasExactly({ name: isText, arguments: optional(isArguments), _meta: metadata }));

const nothing = optional(hasExactly({}));
const progressToken = optional(hasExactly({ _meta: optional(hasExactly({ progressToken: isRequestId })) }));
const handshake = hasExactly({ protocolVersion: isText, capabilities: isCapabilities, clientInfo: isClientInfo });

/** What the SDK requires of the request of a call. */
const ofCall: Row["headers"] = (headers, tool) => {
  const accepted = headers?.get("accept") ?? "";
  return (
    headers?.get("mcp-protocol-version") === revision2026 &&
    headers.get("mcp-method") === "tools/call" &&
    headers.get("mcp-name") === tool &&
    !headers.has("mcp-session-id") &&
    accepted.includes("application/json") &&
    accepted.includes("text/event-stream")
  );
};

/** Every message that is responded to without the SDK's server. */
const rows: readonly Row[] = [
  { channel: "early stdio", message: request("initialize", handshake) },
  { channel: "early stdio", message: notification("notifications/initialized", nothing) },
  { channel: "early stdio", message: request("ping", progressToken) },
  { channel: "early stdio", message: request("tools/list", progressToken) },
  {
    channel: "connection of 2025",
    message: call(optional(requestsNothing)),
    logs: "not requested",
    tool: "cannot ask",
  },
  { channel: "connection of 2026", message: call(envelope), tool: "cannot ask" },
  { channel: "request of 2026", message: call(envelope), headers: ofCall, tool: "cannot ask" },
];

/** The message if it certainly qualifies. It never accepts more than the protocol's schemas do. */
export function findPlainMessage(
  message: unknown,
  { channel, http, isLogged = false }: Connection,
  mayAsk: (tool: string) => boolean,
): PlainMessage | undefined {
  const tool = () => (message as ToolCall).params.name;
  const qualifies = rows.some(
    (row) =>
      row.channel === channel &&
      row.message(message) &&
      (row.headers === undefined || row.headers(http?.headers, tool())) &&
      (row.logs === undefined || !isLogged) &&
      (row.tool === undefined || !mayAsk(tool())),
  );
  return qualifies ? (message as PlainMessage) : undefined;
}
