import { MissingNodeError } from "../../kernel/database/damage.ts";
import { type Address, decodeNode, emptyNode, emptyRoot, type MapNode } from "./node-codec.ts";

/** Where encoded nodes are stored. Returns those it has; one call is one round trip. */
export interface NodeReader {
  read(addresses: readonly Address[]): Promise<ReadonlyMap<Address, string>>;
}

/** The nodes one operation has read so far, decoded; each is read at most once. */
export class LoadedNodes {
  readonly #reader: NodeReader;
  readonly #nodes = new Map<Address, MapNode>([[emptyRoot, emptyNode]]);

  constructor(reader: NodeReader) {
    this.#reader = reader;
  }

  /** Reads those not yet here, in one call. Throws `MissingNodeError`. */
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

  /** A node already loaded. */
  get(address: Address): MapNode {
    const node = this.#nodes.get(address);
    if (node === undefined) throw new MissingNodeError(address);
    return node;
  }

  /** Reads one node unless it is here. */
  async fetch(address: Address): Promise<MapNode> {
    if (!this.#nodes.has(address)) await this.load([address]);
    return this.get(address);
  }
}

interface NodeCacheOptions {
  /** The most memory to hold, counting two bytes per UTF-16 code unit of text and `ENTRY_OVERHEAD` per node. */
  readonly bytes: number;
}

const ENTRY_OVERHEAD = 160;

/** Encoded nodes by address, the least recently used dropped first. A node never changes, so none is ever stale. */
export class NodeCache {
  readonly #limit: number;
  // A Map iterates in insertion order: the first entry is the least recently used.
  readonly #nodes = new Map<Address, string>();
  #held = 0;

  constructor({ bytes }: NodeCacheOptions) {
    this.#limit = bytes;
  }

  /** Bytes held now, never above the limit. */
  get bytes(): number {
    return this.#held;
  }

  get(address: Address): string | undefined {
    const encoded = this.#nodes.get(address);
    if (encoded === undefined) return undefined;
    this.#nodes.delete(address);
    this.#nodes.set(address, encoded);
    return encoded;
  }

  /** Keeps a node, unless it alone is larger than the limit. */
  set(address: Address, encoded: string): void {
    const size = sizeOf(encoded);
    if (size > this.#limit || this.#nodes.has(address)) return;
    this.#nodes.set(address, encoded);
    this.#held += size;
    for (const [oldest, text] of this.#nodes) {
      if (this.#held <= this.#limit) break;
      this.#nodes.delete(oldest);
      this.#held -= sizeOf(text);
    }
  }

  /** A reader that asks `source` only for what is not here. Readers of several transactions may share one cache. */
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

  /** One read of the source, which concurrent readers of the same nodes wait for instead of reading again. */
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

function sizeOf(encoded: string): number {
  return encoded.length * 2 + ENTRY_OVERHEAD;
}
