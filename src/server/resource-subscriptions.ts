import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { mostWatchedAtOnce, type ResourceWatch, type ResourceWatches, type Watcher } from "./resource-watches.ts";

export interface ResourceSubscriptions {
  /** The host has read the list of resources, so from now on it is told when that changes. */
  listed(context: ServerContext): Promise<void>;
}

/**
 * `resources/subscribe` and `resources/unsubscribe` of the 2025 era. A subscription is one connection's, has the rights
 * of the request that made it, and ends with the connection.
 */
export function serveResourceSubscriptions(
  server: Server,
  watches: ResourceWatches,
  watcherOf: (context: ServerContext) => Watcher | undefined,
): ResourceSubscriptions {
  const own = new Map<string, ResourceWatch>();
  let list: ResourceWatch | undefined;

  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, context) => {
    if (own.has(uri)) return {};
    // A host that has gone needs no notice.
    const changed = () => void server.sendResourceUpdated({ uri }).catch(() => {});
    const watch = own.size < mostWatchedAtOnce ? watches.watch(uri, watcherOf(context), changed) : undefined;
    if (watch === undefined) {
      const message = "Too many resources are subscribed to: unsubscribe from some first.";
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
    }
    own.set(uri, watch);
    if (await watch.exists) return {};
    end(uri);
    throw new ResourceNotFoundError(uri);
  });

  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    end(uri);
    return {};
  });

  const end = (uri: string): void => {
    own.get(uri)?.end();
    own.delete(uri);
  };
  const closed = server.onclose;
  server.onclose = () => {
    for (const uri of [...own.keys()]) end(uri);
    list?.end();
    closed?.();
  };

  return {
    async listed(context) {
      list ??= watches.watchList(watcherOf(context), () => void server.sendResourceListChanged().catch(() => {}));
      await list?.exists;
    },
  };
}
