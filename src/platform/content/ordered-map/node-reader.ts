import { MissingNodeError } from "../../kernel/database/server-error.ts";
import type { LruCache } from "../../kernel/lru-cache.ts";
import { type Address, decodeNode, emptyNode, emptyRoot, type MapNode } from "./node-codec.ts";

/** The store of encoded nodes. Returns those it has; one call is one round trip. */
interface NodeStore {
  read(addresses: readonly Address[]): Promise<ReadonlyMap<Address, string>>;
}

/** Reads decoded nodes. */
export interface NodeReader {
  /** A node that needs no round trip. */
  known?(address: Address): MapNode | undefined;
  /** Returns those there are, with one round trip at most. */
  read(addresses: readonly Address[]): Promise<ReadonlyMap<Address, MapNode>>;
}

/** The nodes one operation has read so far. Each is read at most once. */
export class LoadedNodes {
  readonly #reader: NodeReader;
  readonly #nodes = new Map<Address, MapNode>([[emptyRoot, emptyNode]]);

  constructor(reader: NodeReader) {
    this.#reader = reader;
  }

  /** Reads those not loaded yet, in one call. Throws `MissingNodeError`. */
  async load(addresses: readonly Address[]): Promise<void> {
    const absent = new Set<Address>();
    for (const address of addresses) {
      if (this.#nodes.has(address)) continue;
      const known = this.#reader.known?.(address);
      if (known === undefined) absent.add(address);
      else this.#nodes.set(address, known);
    }
    if (absent.size === 0) return;
    const found = await this.#reader.read([...absent]);
    for (const address of absent) {
      const node = found.get(address);
      if (node === undefined) throw new MissingNodeError(address);
      this.#nodes.set(address, node);
    }
  }

  /** A node that is already loaded. */
  get(address: Address): MapNode {
    const node = this.#nodes.get(address);
    if (node === undefined) throw new MissingNodeError(address);
    return node;
  }

  /** Returns one node, reading it if necessary. */
  async fetch(address: Address): Promise<MapNode> {
    if (!this.#nodes.has(address)) await this.load([address]);
    return this.get(address);
  }
}

/** Bytes of an entry besides its key and payload: an array of two, and the headers of two strings. */
const entryBytes = 80;

/** A cache of decoded nodes by address. A node never changes, so no entry is ever stale. */
export class NodeCache {
  readonly #nodes: LruCache;

  constructor(nodes: LruCache) {
    this.#nodes = nodes;
  }

  get(address: Address): MapNode | undefined {
    return this.#nodes.get(cacheKey(address)) as MapNode | undefined;
  }

  set(address: Address, node: MapNode): void {
    const key = cacheKey(address);
    if (this.#nodes.get(key) !== undefined) return;
    let bytes = 0;
    for (const [name, payload] of node.entries) bytes += entryBytes + 2 * (name.length + payload.length);
    this.#nodes.set(key, node, bytes);
  }

  /**
   * A reader that asks `store` only for nodes not in the cache. Readers of several transactions may share one cache.
   */
  over(store: NodeStore): NodeReader {
    return new CachedReader(store, this);
  }
}

class CachedReader implements NodeReader {
  readonly #store: NodeStore;
  readonly #cache: NodeCache;
  readonly #inFlight = new Map<Address, Promise<ReadonlyMap<Address, MapNode>>>();

  constructor(store: NodeStore, cache: NodeCache) {
    this.#store = store;
    this.#cache = cache;
  }

  known(address: Address): MapNode | undefined {
    return this.#cache.get(address);
  }

  async read(addresses: readonly Address[]): Promise<ReadonlyMap<Address, MapNode>> {
    const found = new Map<Address, MapNode>();
    const awaited = new Map<Address, Promise<ReadonlyMap<Address, MapNode>>>();
    const absent: Address[] = [];
    for (const address of new Set(addresses)) {
      const node = this.#cache.get(address);
      const pending = this.#inFlight.get(address);
      if (node !== undefined) found.set(address, node);
      else if (pending !== undefined) awaited.set(address, pending);
      else absent.push(address);
    }
    if (absent.length > 0) {
      const result = this.#readStore(absent);
      for (const address of absent) awaited.set(address, result);
    }
    await Promise.all(awaited.values());
    for (const [address, result] of awaited) {
      const node = (await result).get(address);
      if (node !== undefined) found.set(address, node);
    }
    return found;
  }

  /** One read of the store. Concurrent readers of the same nodes wait for it instead of reading again. */
  #readStore(addresses: readonly Address[]): Promise<ReadonlyMap<Address, MapNode>> {
    const result = this.#store
      .read(addresses)
      .then((encoded) => {
        const nodes = new Map<Address, MapNode>();
        for (const [address, text] of encoded) {
          const node = decodeNode(text);
          nodes.set(address, node);
          this.#cache.set(address, node);
        }
        return nodes;
      })
      .finally(() => {
        for (const address of addresses) this.#inFlight.delete(address);
      });
    for (const address of addresses) this.#inFlight.set(address, result);
    return result;
  }
}

const cacheKey = (address: Address) => `node ${address}`;
