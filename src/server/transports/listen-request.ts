import type { JSONRPCErrorResponse } from "@modelcontextprotocol/server";
import { mostWatchedAtOnce } from "../resource-watches.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a `subscriptions/listen` asks to be told of. */
export interface Listening {
  /** Resources. */
  readonly uris: readonly string[];
  /** The list of resources. */
  readonly list: boolean;
}

/** What a message asks to be told of; undefined for every message but a `subscriptions/listen`. */
export function listeningOf(message: unknown): Listening | undefined {
  if (!isFields(message) || message.method !== "subscriptions/listen") return undefined;
  const filter = isFields(message.params) ? message.params.notifications : undefined;
  if (!isFields(filter)) return { uris: [], list: false };
  const { resourceSubscriptions: uris, resourcesListChanged } = filter;
  const named = Array.isArray(uris) ? [...new Set(uris.filter((uri) => typeof uri === "string"))] : [];
  return { uris: named, list: resourcesListChanged === true };
}

/** The answer to a `subscriptions/listen` that names more resources than one may watch. */
export function refuseTooMany(message: unknown): JSONRPCErrorResponse | undefined {
  if ((listeningOf(message)?.uris.length ?? 0) <= mostWatchedAtOnce) return undefined;
  return refusalOf(message, -32602, `A subscription may name ${mostWatchedAtOnce} resources at the most.`);
}

/** The answer to a `subscriptions/listen` that there is no room for: it would be told of nothing. */
export const refuseForRoom = (message: unknown): JSONRPCErrorResponse =>
  refusalOf(message, -32000, "Too many resources are subscribed to: end other subscriptions first.");

/** The answer to a `subscriptions/listen` of a caller that has too many streams open. */
export const refuseStream = (message: unknown): JSONRPCErrorResponse =>
  refusalOf(message, -32000, "You have too many streams open: end some first.");

function refusalOf(message: unknown, code: number, text: string): JSONRPCErrorResponse {
  const { id } = message as { readonly id?: string | number };
  return { jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: { code, message: text } };
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
