import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import { hasRoom, type Shares } from "../fair-share.ts";
import type { ResourceWatches, Watcher } from "../resource-watches.ts";
import { listeningOf, refuseForRoom, refuseStream, refuseTooMany } from "./listen-request.ts";

/** A stream that is being opened. */
interface Opening {
  /** Set once the stream is open. */
  tell: ((event: ServerEvent) => void) | undefined;
  readonly end: () => void;
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
export function createListenStreams(watches: ResourceWatches | undefined, shares: Shares): ListenStreams {
  const openings = new AsyncLocalStorage<Opening>();
  /** The streams of each caller that are open or being opened. */
  const open = new Map<string, Set<Opening>>();
  let all = 0;
  return {
    bus: {
      publish() {},
      subscribe(tell) {
        const opening = openings.getStore();
        if (opening !== undefined) opening.tell = tell;
        return () => opening?.end();
      },
    },
    async serve(body, watcher, fetch) {
      const refused = refuseTooMany(body);
      if (refused !== undefined) return Response.json(refused, { status: 400 });
      const asked = listeningOf(body);
      if (asked === undefined) return fetch();
      const caller = watcher?.principal ?? "";
      const own = open.get(caller) ?? new Set();
      const others = open.size - (own.size > 0 ? 1 : 0);
      if (!hasRoom(shares, { all, own: own.size, others })) return tooMany(refuseStream(body));
      const started = [
        ...asked.uris.map((uri) =>
          watches?.watch(uri, watcher, () => opening.tell?.({ kind: "resource_updated", uri })),
        ),
        ...(asked.list ? [watches?.watchList(watcher, () => opening.tell?.({ kind: "resources_list_changed" }))] : []),
      ];
      const opening: Opening = {
        tell: undefined,
        end() {
          for (const watch of started) watch?.end();
          if (own.delete(opening)) all -= 1;
          if (own.size === 0 && open.get(caller) === own) open.delete(caller);
        },
      };
      if (watches !== undefined && started.includes(undefined)) {
        opening.end();
        return tooMany(refuseForRoom(body));
      }
      open.set(caller, own.add(opening));
      all += 1;
      // What changes after the stream is acknowledged is told of, so all must have been seen before.
      await Promise.all(started.map((watch) => watch?.exists));
      try {
        return await openings.run(opening, fetch);
      } finally {
        if (opening.tell === undefined) opening.end();
      }
    },
  };
}

const tooMany = (refusal: object) => Response.json(refusal, { status: 429, headers: { "Retry-After": "30" } });
