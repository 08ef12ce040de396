import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerEventBus } from "@modelcontextprotocol/server";
import type { ResourceWatches, Watcher } from "../resource-watches.ts";
import { type Listening, listeningOf, refuseTooMany } from "./listen-request.ts";

interface Listener extends Listening {
  readonly watcher: Watcher | undefined;
}

export interface ListenStreams {
  /** Where the SDK's streams of notifications take theirs from. */
  readonly bus: ServerEventBus;
  /** Serves a request; a stream that it opens is told of what its caller may read, and of nothing else. */
  serve(body: unknown, watcher: Watcher | undefined, fetch: () => Promise<Response>): Promise<Response>;
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
        const { uris, list, watcher } = opening.getStore() ?? { uris: [], list: false, watcher: undefined };
        const started = [
          ...uris.map((uri) => watches?.watch(uri, watcher, () => tell({ kind: "resource_updated", uri }))),
          list ? watches?.watchList(watcher, () => tell({ kind: "resources_list_changed" })) : undefined,
        ];
        return () => {
          for (const watch of started) watch?.end();
        };
      },
    },
    async serve(body, watcher, fetch) {
      const refused = refuseTooMany(body);
      if (refused !== undefined) return Response.json(refused, { status: 400 });
      const listening = listeningOf(body);
      return listening === undefined ? fetch() : opening.run({ ...listening, watcher }, fetch);
    },
  };
}
