import type { JSONRPCErrorResponse } from "@modelcontextprotocol/server";
import { mostWatchedAtOnce } from "../resource-watches.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The resources that a `subscriptions/listen` names; none for every other message. */
export function subscribedUris(message: unknown): readonly string[] {
  if (!isFields(message) || message.method !== "subscriptions/listen") return [];
  const filter = isFields(message.params) ? message.params.notifications : undefined;
  const uris = isFields(filter) ? filter.resourceSubscriptions : undefined;
  return Array.isArray(uris) ? [...new Set(uris.filter((uri) => typeof uri === "string"))] : [];
}

/** The answer to a `subscriptions/listen` that names more resources than one may watch. */
export function refuseTooMany(message: unknown): JSONRPCErrorResponse | undefined {
  if (subscribedUris(message).length <= mostWatchedAtOnce) return undefined;
  const text = `A subscription may name ${mostWatchedAtOnce} resources at the most.`;
  const { id } = message as { readonly id?: string | number };
  return { jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: { code: -32602, message: text } };
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
