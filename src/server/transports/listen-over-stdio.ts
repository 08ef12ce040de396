import {
  McpServer,
  type McpServerFactory,
  type RequestId,
  type Server,
  type Transport,
} from "@modelcontextprotocol/server";
import type { ResourceWatch, ResourceWatches } from "../resource-watches.ts";
import { type Listening, listeningOf, refuseForRoom, refuseTooMany } from "./listen-request.ts";

/** What one or several subscriptions of a connection want to be told of. */
interface Topic {
  readonly watch: ResourceWatch | undefined;
  readonly subscriptions: Set<RequestId>;
}

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

  /** By URI; the list of resources has none. */
  const topics = new Map<string | undefined, Topic>();
  const open = new Set<RequestId>();
  const end = (id: RequestId) => {
    open.delete(id);
    for (const [key, { watch, subscriptions }] of topics) {
      if (!subscriptions.delete(id) || subscriptions.size > 0) continue;
      watch?.end();
      topics.delete(key);
    }
  };
  const watch = (uri: string | undefined) => {
    if (uri === undefined) {
      return watches.watchList(undefined, () => void listening?.sendResourceListChanged().catch(() => {}));
    }
    return watches.watch(uri, undefined, () => void listening?.sendResourceUpdated({ uri }).catch(() => {}));
  };
  /** Resolves when everything that is named has been seen as it is now; false when there is no room for all. */
  const listen = async (id: RequestId, { uris, list }: Listening): Promise<boolean> => {
    end(id);
    open.add(id);
    const seen = [...uris, ...(list ? [undefined] : [])].map((key) => {
      const topic = topics.get(key) ?? { watch: watch(key), subscriptions: new Set() };
      topics.set(key, topic);
      topic.subscriptions.add(id);
      return topic.watch;
    });
    await Promise.all(seen.map((watch) => watch?.exists));
    if (!seen.includes(undefined)) return true;
    end(id);
    return false;
  };

  const { onmessage, onclose } = transport;
  transport.onmessage = (message, extra) => {
    const refused = refuseTooMany(message);
    if (refused !== undefined) return void transport.send(refused).catch(() => {});
    const asked = listeningOf(message);
    const id = "id" in message ? message.id : undefined;
    if (asked !== undefined && id !== undefined) {
      // What changes after the acknowledgement is told of. One that was cancelled meanwhile is not acknowledged.
      void listen(id, asked).then((isWatched) => {
        if (!isWatched) return transport.send(refuseForRoom(message)).catch(() => {});
        return open.has(id) ? onmessage?.(message, extra) : undefined;
      });
      return;
    }
    if ("method" in message && message.method === "notifications/cancelled") {
      const cancelled = (message.params as { requestId?: RequestId } | undefined)?.requestId;
      if (cancelled !== undefined) end(cancelled);
    }
    onmessage?.(message, extra);
  };
  transport.onclose = () => {
    for (const id of open) end(id);
    onclose?.();
  };
  return handle;
}
