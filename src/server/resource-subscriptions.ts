import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Client } from "./request-scope.ts";
import { mostWatchedAtOnce, type ResourceWatch, type ResourceWatches } from "./resource-watches.ts";

/**
 * `resources/subscribe` and `resources/unsubscribe` of the 2025 era. A subscription is one connection's, has the rights
 * of the request that made it, and ends with the connection.
 */
export function serveResourceSubscriptions(
  server: Server,
  watches: ResourceWatches,
  clientOf: (context: ServerContext) => Client | undefined,
): void {
  const own = new Map<string, ResourceWatch>();

  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, context) => {
    if (own.has(uri)) return {};
    // A host that has gone needs no notice.
    const changed = () => void server.sendResourceUpdated({ uri }).catch(() => {});
    const watch = own.size < mostWatchedAtOnce ? watches.watch(uri, clientOf(context), changed) : undefined;
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
    closed?.();
  };
}
