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

  const open = new Map<RequestId, readonly (ResourceWatch | undefined)[]>();
  const end = (id: RequestId) => {
    for (const watch of open.get(id) ?? []) watch?.end();
    open.delete(id);
  };
  const listen = (id: RequestId, { uris, list }: Listening) => {
    end(id);
    const changed = (uri: string) => () => void listening?.sendResourceUpdated({ uri }).catch(() => {});
    const listChanged = () => void listening?.sendResourceListChanged().catch(() => {});
    open.set(id, [
      ...uris.map((uri) => watches.watch(uri, undefined, changed(uri))),
      list ? watches.watchList(undefined, listChanged) : undefined,
    ]);
  };

  const { onmessage, onclose } = transport;
  transport.onmessage = (message, extra) => {
    const refused = refuseTooMany(message);
    if (refused !== undefined) return void transport.send(refused).catch(() => {});
    const asked = listeningOf(message);
    if (asked !== undefined && "id" in message && message.id !== undefined) listen(message.id, asked);
    if ("method" in message && message.method === "notifications/cancelled") {
      const id = (message.params as { requestId?: RequestId } | undefined)?.requestId;
      if (id !== undefined) end(id);
    }
    onmessage?.(message, extra);
  };
  transport.onclose = () => {
    for (const id of [...open.keys()]) end(id);
    onclose?.();
  };
  return handle;
}
