import { MissingNodeError } from "../../kernel/database/server-error.ts";
import type { Remembered } from "../../kernel/remembered.ts";
import { type Address, decodeNode, emptyNode, emptyRoot, type MapNode } from "./node-codec.ts";

/** The store of encoded nodes. Returns those it has; one call is one round trip. */
export interface NodeReader {
  read(addresses: readonly Address[]): Promise<ReadonlyMap<Address, string>>;
}

/** The nodes one operation has read so far, decoded. Each is read at most once. */
export class LoadedNodes {
  readonly #reader: NodeReader;
  readonly #nodes = new Map<Address, MapNode>([[emptyRoot, emptyNode]]);

  constructor(reader: NodeReader) {
    this.#reader = reader;
  }

  /** Reads those not loaded yet, in one call. Throws `MissingNodeError`. */
  async load(addresses: readonly Address[]): Promise<void> {
    const absent = [...new Set(addresses)].filter((address) => !this.#nodes.has(address));
    if (absent.length === 0) return;
    const found = await this.#reader.read(absent);
    for (const address of absent) {
      const encoded = found.get(address);
      if (encoded === undefined) throw new MissingNodeError(address);
      this.#nodes.set(address, decodeNode(encoded));
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

/** A cache of encoded nodes by address. A node never changes, so no entry is ever stale. */
export class NodeCache {
  readonly #remembered: Remembered;

  constructor(remembered: Remembered) {
    this.#remembered = remembered;
  }

  get(address: Address): string | undefined {
    return this.#remembered.get(keyOf(address)) as string | undefined;
  }

  set(address: Address, encoded: string): void {
    const key = keyOf(address);
    if (this.#remembered.get(key) === undefined) this.#remembered.set(key, encoded, 2 * encoded.length);
  }

  /**
   * A reader that asks `source` only for nodes not in the cache. Readers of several transactions may share one cache.
   */
  over(source: NodeReader): NodeReader {
    return new CachedReader(source, this);
  }
}

class CachedReader implements NodeReader {
  readonly #source: NodeReader;
  readonly #cache: NodeCache;
  readonly #inFlight = new Map<Address, Promise<ReadonlyMap<Address, string>>>();

  constructor(source: NodeReader, cache: NodeCache) {
    this.#source = source;
    this.#cache = cache;
  }

  async read(addresses: readonly Address[]): Promise<ReadonlyMap<Address, string>> {
    const found = new Map<Address, string>();
    const awaited = new Map<Address, Promise<ReadonlyMap<Address, string>>>();
    const absent: Address[] = [];
    for (const address of new Set(addresses)) {
      const encoded = this.#cache.get(address);
      const pending = this.#inFlight.get(address);
      if (encoded !== undefined) found.set(address, encoded);
      else if (pending !== undefined) awaited.set(address, pending);
      else absent.push(address);
    }
    if (absent.length > 0) {
      const answer = this.#readSource(absent);
      for (const address of absent) awaited.set(address, answer);
    }
    await Promise.all(awaited.values());
    for (const [address, answer] of awaited) {
      const encoded = (await answer).get(address);
      if (encoded !== undefined) found.set(address, encoded);
    }
    return found;
  }

  /** One read of the source. Concurrent readers of the same nodes wait for it instead of reading again. */
  #readSource(addresses: readonly Address[]): Promise<ReadonlyMap<Address, string>> {
    const answer = this.#source
      .read(addresses)
      .then((nodes) => {
        for (const [address, encoded] of nodes) this.#cache.set(address, encoded);
        return nodes;
      })
      .finally(() => {
        for (const address of addresses) this.#inFlight.delete(address);
      });
    for (const address of addresses) this.#inFlight.set(address, answer);
    return answer;
  }
}

const keyOf = (address: Address) => `node ${address}`;
