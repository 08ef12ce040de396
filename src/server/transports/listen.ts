import { AsyncLocalStorage } from "node:async_hooks";
import {
  type JSONRPCErrorResponse,
  McpServer,
  type McpServerFactory,
  type RequestId,
  type Server,
  type ServerEvent,
  type ServerEventBus,
  type Transport,
} from "@modelcontextprotocol/server";
import { rateLimitHeaders } from "../../contract/rate-limit.ts";
import { hasCapacity, type Shares } from "../fair-share.ts";
import {
  maxConcurrentWatches,
  type ResourceWatch,
  type ResourceWatches,
  type Watcher,
} from "../watches/resource-watches.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a `subscriptions/listen` subscribes to. */
interface ListenFilter {
  /** Resources. */
  readonly uris: readonly string[];
  /** The list of resources. */
  readonly list: boolean;
}

/** What a message subscribes to; undefined for anything but a `subscriptions/listen`. */
function parseListen(message: unknown): ListenFilter | undefined {
  if (!isFields(message) || message.method !== "subscriptions/listen") return undefined;
  const filter = isFields(message.params) ? message.params.notifications : undefined;
  if (!isFields(filter)) return { uris: [], list: false };
  const { resourceSubscriptions: uris, resourcesListChanged } = filter;
  const named = Array.isArray(uris) ? [...new Set(uris.filter((uri) => typeof uri === "string"))] : [];
  return { uris: named, list: resourcesListChanged === true };
}

/** The answer to a `subscriptions/listen` that names too many resources. */
function refuseTooMany(message: unknown): JSONRPCErrorResponse | undefined {
  if ((parseListen(message)?.uris.length ?? 0) <= maxConcurrentWatches) return undefined;
  return createRefusal(message, -32602, `A subscription may name at most ${maxConcurrentWatches} resources.`);
}

/** The answer to a `subscriptions/listen` beyond capacity, which would receive no notifications. */
const refuseForCapacity = (message: unknown): JSONRPCErrorResponse =>
  createRefusal(message, -32000, "Too many resources are subscribed to: end other subscriptions first.");

/** The answer to a `subscriptions/listen` of a caller with too many open streams. */
const refuseStream = (message: unknown): JSONRPCErrorResponse =>
  createRefusal(message, -32000, "You have too many streams open: end some first.");

function createRefusal(message: unknown, code: number, text: string): JSONRPCErrorResponse {
  const { id } = message as { readonly id?: string | number };
  return { jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: { code, message: text } };
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** A stream that is being opened. */
interface Opening {
  /** Set once the stream is open. */
  notify: ((event: ServerEvent) => void) | undefined;
  readonly end: () => void;
}

interface ListenStreams {
  /** The source of notifications for the SDK's streams. */
  readonly bus: ServerEventBus;
  /** Serves a request; a stream that it opens is notified only of what its caller may read. */
  serve(body: unknown, watcher: Watcher | undefined, fetch: () => Promise<Response>): Promise<Response>;
}

/**
 * `subscriptions/listen` over HTTP. The SDK keeps the streams and their filters, and subscribes to the bus while it
 * serves the request, which ties a stream to the rights of the request that opened it.
 */
export function createListenStreams(watches: ResourceWatches | undefined, shares: Shares): ListenStreams {
  const openings = new AsyncLocalStorage<Opening>();
  /** The streams of each caller that are open or being opened. */
  const open = new Map<string, Set<Opening>>();
  let all = 0;
  /** Requests that are being served, during which streams subscribe to the bus. */
  let beginning = 0;
  return {
    bus: {
      publish() {},
      subscribe(notify) {
        const opening = openings.getStore();
        if (opening !== undefined) opening.notify = notify;
        return () => opening?.end();
      },
    },
    async serve(body, watcher, fetch) {
      const refused = refuseTooMany(body);
      if (refused !== undefined) return Response.json(refused, { status: 400 });
      const filter = parseListen(body);
      if (filter === undefined) return fetch();
      const caller = watcher?.principal ?? "";
      const own = open.get(caller) ?? new Set();
      const others = open.size - (own.size > 0 ? 1 : 0);
      if (!hasCapacity(shares, { all, own: own.size, others })) return tooMany(refuseStream(body), shares.maxPerCaller);
      const opened = [
        ...filter.uris.map((uri) =>
          watches?.watch(uri, watcher, () => opening.notify?.({ kind: "resource_updated", uri })),
        ),
        ...(filter.list
          ? [watches?.watchList(watcher, () => opening.notify?.({ kind: "resources_list_changed" }))]
          : []),
      ];
      const opening: Opening = {
        notify: undefined,
        end() {
          for (const watch of opened) watch?.end();
          if (own.delete(opening)) all -= 1;
          if (own.size === 0 && open.get(caller) === own) open.delete(caller);
        },
      };
      if (watches !== undefined && opened.includes(undefined)) {
        opening.end();
        return tooMany(refuseForCapacity(body), shares.maxPerCaller);
      }
      open.set(caller, own.add(opening));
      all += 1;
      // Changes after the acknowledgement must be reported, so every resource must have been read before it.
      await Promise.all(opened.map((watch) => watch?.exists));
      beginning += 1;
      try {
        return await openings.run(opening, fetch);
      } finally {
        beginning -= 1;
        // While it is in use, every promise of the process is slower before Node 24.
        if (beginning === 0) openings.disable();
        if (opening.notify === undefined) opening.end();
      }
    },
  };
}

const tooMany = (refusal: object, limit: number) =>
  Response.json(refusal, { status: 429, headers: rateLimitHeaders({ seconds: 30, limit }) });

/** What the subscriptions of a connection cover. */
interface Topic {
  readonly watch: ResourceWatch | undefined;
  readonly subscriptions: Set<RequestId>;
}

/**
 * `subscriptions/listen` over stdio. The SDK keeps the subscriptions without informing the server, so their names
 * are read from the incoming messages; the SDK sends each notification to its subscriptions.
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
  /** Resolves when the current state of everything named has been read; false if there is no capacity for all. */
  const listen = async (id: RequestId, { uris, list }: ListenFilter): Promise<boolean> => {
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
    const filter = parseListen(message);
    const id = "id" in message ? message.id : undefined;
    if (filter !== undefined && id !== undefined) {
      // Later changes are reported. A subscription cancelled in the meantime is not acknowledged.
      void listen(id, filter).then((isWatched) => {
        if (!isWatched) return transport.send(refuseForCapacity(message)).catch(() => {});
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
