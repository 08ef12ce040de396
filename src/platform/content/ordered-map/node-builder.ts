import { endsNode } from "./node-boundaries.ts";
import { type Address, addressOf, type Entry, encodeNode, type MapNode } from "./node-codec.ts";

/** A node as its parent and the store see it. */
export interface BuiltNode extends MapNode {
  readonly last: string;
  readonly address: Address;
  readonly encoded: string;
}

/** Cuts ascending entries of one level into nodes. */
export class NodeBuilder {
  readonly built: BuiltNode[] = [];
  readonly #level: number;
  #open: Entry[] = [];

  constructor(level: number) {
    this.#level = level;
  }

  /** True where a node has just ended: what follows is cut the same whatever came before. */
  get atBoundary(): boolean {
    return this.#open.length === 0;
  }

  push(entry: Entry): void {
    this.#open.push(entry);
    if (endsNode(this.#level, entry[0], this.#open.length)) this.finish();
  }

  /** Ends the node being filled, if any, as the last one of its level. */
  finish(): void {
    const level = this.#level;
    const entries = this.#open;
    const last = entries.at(-1);
    if (last === undefined) return;
    const encoded = encodeNode({ level, entries });
    this.built.push({ level, entries, last: last[0], address: addressOf(encoded), encoded });
    this.#open = [];
  }
}
