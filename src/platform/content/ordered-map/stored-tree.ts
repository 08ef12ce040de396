import { indexOfKey, type Path, pathsBelow } from "./lookup.ts";
import type { Address, MapNode } from "./node-codec.ts";
import { LoadedNodes, type NodeReader } from "./node-reader.ts";

/** A node with what its place says about it. */
export interface PlacedNode {
  readonly address: Address;
  readonly node: MapNode;
  /** The last node of its level: keys after all others have their place in it. */
  readonly rightmost: boolean;
}

/** One root, walked by level and key while its successor is written. */
export class StoredTree {
  readonly #nodes: LoadedNodes;
  readonly #root: Address;

  constructor(reader: NodeReader, root: Address) {
    this.#nodes = new LoadedNodes(reader);
    this.#root = root;
  }

  /** Reads the paths to all keys (ascending), one read per level. Answers the level of the root. */
  async loadPaths(keys: readonly string[]): Promise<number> {
    let paths: Path[] = [{ address: this.#root, keys }];
    while (paths.length > 0) {
      await this.#nodes.load(paths.map((path) => path.address));
      paths = paths.flatMap((path) => {
        const node = this.#nodes.get(path.address);
        return node.level > 0 ? pathsBelow(node, path.keys) : [];
      });
    }
    return this.#nodes.get(this.#root).level;
  }

  /** The node of a level where a key has its place: the first whose last key is not less, else the last node. */
  async find(level: number, key: string): Promise<PlacedNode> {
    let address = this.#root;
    let node = await this.#nodes.fetch(address);
    let rightmost = true;
    while (node.level > level) {
      const lastChild = node.entries.length - 1;
      const child = Math.min(indexOfKey(node, key), lastChild);
      rightmost &&= child === lastChild;
      address = node.entries[child]?.[1] ?? "";
      node = await this.#nodes.fetch(address);
    }
    return { address, node, rightmost };
  }

  /** The node after one that is not the rightmost. */
  async following({ node }: PlacedNode): Promise<PlacedNode> {
    // With NUL appended it is the least key greater than the last one.
    return this.find(node.level, `${node.entries.at(-1)?.[0]}\u0000`);
  }

  async fetch(address: Address): Promise<MapNode> {
    return this.#nodes.fetch(address);
  }
}
