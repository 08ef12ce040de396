import { type Address, decodeNode, type MapNode } from "../../../../src/platform/content/ordered-map/node-codec.ts";
import type { NodeReader } from "../../../../src/platform/content/ordered-map/node-reader.ts";
import { type MapUpdate, update } from "../../../../src/platform/content/ordered-map/update.ts";

/** Stores nodes in memory and counts reads. */
export class MemoryStore implements NodeReader {
  readonly nodes = new Map<Address, string>();
  readCalls = 0;
  nodesRead = 0;

  async read(addresses: readonly Address[]): Promise<ReadonlyMap<Address, MapNode>> {
    return new Map([...this.#find(addresses)].map(([address, encoded]) => [address, decodeNode(encoded)]));
  }

  /** The nodes as they are stored, for caches. */
  readonly encoded = { read: async (addresses: readonly Address[]) => this.#find(addresses) };

  #find(addresses: readonly Address[]): ReadonlyMap<Address, string> {
    this.readCalls++;
    this.nodesRead += addresses.length;
    const found = new Map<Address, string>();
    for (const address of addresses) {
      const encoded = this.nodes.get(address);
      if (encoded !== undefined) found.set(address, encoded);
    }
    return found;
  }

  resetCounts(): void {
    this.readCalls = 0;
    this.nodesRead = 0;
  }

  /** Updates the map and stores the new nodes. */
  async write(root: Address, changes: Iterable<readonly [string, string | undefined]>): Promise<MapUpdate> {
    const result = await update(this, root, new Map(changes));
    for (const [address, { encoded }] of result.nodes) this.nodes.set(address, encoded);
    return result;
  }
}

/** Keys like those of a documentation space, unordered, and always the same for the same count. */
export function spaceKeys(count: number): string[] {
  const keys: string[] = [];
  for (let page = 0; keys.length < count; page++) {
    const id = pseudoId(page * 7919 + 1, 20);
    const parent = pseudoId((page % 97) + 500_000, 20);
    const rank = pseudoId(page + 900_000, 8);
    keys.push(`page/${id}`, `child/${parent}/${rank}/${id}`, `slug/${parent}/${pseudoId(page + 700_000, 20)}`);
  }
  return keys.slice(0, count);
}

/** A value of 250 bytes that is different for each number. */
export function spaceValue(number: number): string {
  return JSON.stringify({ number, title: "x".repeat(228 - String(number).length) });
}

function pseudoId(seed: number, length: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  let id = "";
  while (id.length < length) {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    id += alphabet[(state >>> 8) % 62];
  }
  return id;
}
