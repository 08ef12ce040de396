import { type Address, decodeNode, emptyNode, emptyRoot, type MapNode } from "./node-codec.ts";

/** Where encoded nodes are stored. Answers those it has; one call is one round trip. */
export interface NodeReader {
  read(addresses: readonly Address[]): Promise<ReadonlyMap<Address, string>>;
}

/** A node that a root refers to is not in the store: the root is unknown, or its nodes were deleted too early. */
export class MissingNodeError extends Error {
  override readonly name = "MissingNodeError";
  readonly address: string;

  constructor(address: string) {
    super(`The ordered map has no node ${address}`);
    this.address = address;
  }
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
