import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerEventBus } from "@modelcontextprotocol/server";
import type { Client } from "../request-scope.ts";
import type { ResourceWatches } from "../resource-watches.ts";
import { refuseTooMany, subscribedUris } from "./listen-request.ts";

interface Listener {
  readonly uris: readonly string[];
  readonly client: Client | undefined;
}

export interface ListenStreams {
  /** Where the SDK's streams of notifications take theirs from. */
  readonly bus: ServerEventBus;
  /** Serves a request; a stream that it opens is told of what its caller may read, and of nothing else. */
  serve(body: unknown, client: Client | undefined, fetch: () => Promise<Response>): Promise<Response>;
}

/**
 * `subscriptions/listen` over HTTP. The SDK keeps the streams and their filters, and asks the bus for events while it
 * serves the request: that is what ties a stream to the rights of the request that opened it.
 */
export function createListenStreams(watches: ResourceWatches | undefined): ListenStreams {
  const opening = new AsyncLocalStorage<Listener>();
  return {
    bus: {
      publish() {},
      subscribe(tell) {
        const { uris, client } = opening.getStore() ?? { uris: [], client: undefined };
        const started = uris.map((uri) => watches?.watch(uri, client, () => tell({ kind: "resource_updated", uri })));
        return () => {
          for (const watch of started) watch?.end();
        };
      },
    },
    async serve(body, client, fetch) {
      const refused = refuseTooMany(body);
      if (refused !== undefined) return Response.json(refused, { status: 400 });
      const uris = subscribedUris(body);
      return uris.length === 0 ? fetch() : opening.run({ uris, client }, fetch);
    },
  };
}
