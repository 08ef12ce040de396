import { hash } from "node:crypto";
import { type Address, addressOf, type Entry, encodeNode, type MapNode } from "./node-codec.ts";

export const MIN_ENTRIES = 8;
export const MAX_ENTRIES = 24;

export function endsNode(level: number, key: string, count: number): boolean {
  if (count < MIN_ENTRIES) return false;
  if (count >= MAX_ENTRIES) return true;
  return uniform32(level, key) * (MAX_ENTRIES - count + 1) < 2 ** 32;
}

function uniform32(level: number, key: string): number {
  return hash("sha256", `${level}/${key}`, "buffer").readUInt32BE(0);
}

/** A node as its parent sees it, with its text. */
export interface BuiltNode extends MapNode {
  readonly last: string;
  readonly address: Address;
  readonly encoded: string;
}

/** Cuts a stream of ascending entries of one level into nodes. */
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

  /** Ends the node being filled, as the last one of its level. */
  finish(): void {
    const entries = this.#open;
    const last = entries.at(-1);
    if (last === undefined) return;
    const level = this.#level;
    const encoded = encodeNode({ level, entries });
    this.built.push({ level, entries, last: last[0], address: addressOf(encoded), encoded });
    this.#open = [];
  }
}
