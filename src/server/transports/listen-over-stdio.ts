import {
  McpServer,
  type McpServerFactory,
  type RequestId,
  type Server,
  type Transport,
} from "@modelcontextprotocol/server";
import type { ResourceWatch, ResourceWatches } from "../resource-watches.ts";
import { type Listening, listeningOf, refuseTooMany } from "./listen-request.ts";

/**
 * `subscriptions/listen` over stdio. The SDK keeps the subscriptions and tells the server nothing of them, so what they
 * name is read off the messages as they come in; the SDK sends each notification to the subscriptions it belongs to.
 */
export function serveListenRequests<Handle>(
  transport: Transport,
  watches: ResourceWatches,
  factory: McpServerFactory,
  serve: (factory: McpServerFactory) => Handle,
): Handle {
  let listening: Server | undefined;
  const handle = serve(async (context) => {
    const product = await factory(context);
    const server = product instanceof McpServer ? product.server : product;
    // A host of the 2025 era has other ways to subscribe.
    listening = context.era === "modern" ? server : undefined;
    return product;
  });

  const open = new Map<RequestId, Listening>();
  const watching = new Map<string, ResourceWatch | undefined>();
  let watchingList: ResourceWatch | undefined;

  const changed = (uri: string) => () => void listening?.sendResourceUpdated({ uri }).catch(() => {});
  const listChanged = () => void listening?.sendResourceListChanged().catch(() => {});
  /** Watches what any subscription names, and each resource once: one notification goes to all of them. */
  const adjust = () => {
    const uris = new Set([...open.values()].flatMap((subscription) => subscription.uris));
    for (const [uri, watch] of watching) {
      if (uris.has(uri)) continue;
      watch?.end();
      watching.delete(uri);
    }
    for (const uri of uris) if (!watching.has(uri)) watching.set(uri, watches.watch(uri, undefined, changed(uri)));
    if ([...open.values()].some(({ list }) => list)) {
      watchingList ??= watches.watchList(undefined, listChanged);
    } else {
      watchingList?.end();
      watchingList = undefined;
    }
  };

  const { onmessage, onclose } = transport;
  transport.onmessage = (message, extra) => {
    const refused = refuseTooMany(message);
    if (refused !== undefined) return void transport.send(refused).catch(() => {});
    const asked = listeningOf(message);
    if (asked !== undefined && "id" in message && message.id !== undefined) {
      open.set(message.id, asked);
      adjust();
    }
    if ("method" in message && message.method === "notifications/cancelled") {
      const id = (message.params as { requestId?: RequestId } | undefined)?.requestId;
      if (id !== undefined && open.delete(id)) adjust();
    }
    onmessage?.(message, extra);
  };
  transport.onclose = () => {
    open.clear();
    adjust();
    onclose?.();
  };
  return handle;
}
