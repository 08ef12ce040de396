import type { Address, MapNode } from "./node-codec.ts";
import { LoadedNodes, type NodeReader } from "./node-reader.ts";

/** The values of those keys that the map has. One read per level, only the nodes on the paths. */
export async function getMany(
  reader: NodeReader,
  root: Address,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const sorted = [...new Set(keys)].sort();
  const values = new Map<string, string>();
  if (sorted.length === 0) return values;
  const nodes = new LoadedNodes(reader);
  let paths: Path[] = [{ address: root, keys: sorted }];
  while (paths.length > 0) {
    await nodes.load(paths.map((path) => path.address));
    const next: Path[] = [];
    for (const path of paths) {
      const node = nodes.get(path.address);
      if (node.level > 0) next.push(...pathsBelow(node, path.keys));
      else collect(node, path.keys, values);
    }
    paths = next;
  }
  return values;
}

/** Keys, ascending, whose place is in or under one node. */
export interface Path {
  readonly address: Address;
  readonly keys: readonly string[];
}

/** Sends each key to the child that has its place. A key after all others has its place in the last child. */
export function pathsBelow(node: MapNode, keys: readonly string[]): Path[] {
  const paths: Path[] = [];
  const lastChild = node.entries.length - 1;
  let taken = 0;
  while (taken < keys.length) {
    const child = Math.min(indexOfKey(node, keys[taken] ?? ""), lastChild);
    const [last, address] = node.entries[child] ?? ["", ""];
    let end = keys.length;
    if (child < lastChild) {
      end = taken + 1;
      while (end < keys.length && (keys[end] ?? "") <= last) end++;
    }
    paths.push({ address, keys: keys.slice(taken, end) });
    taken = end;
  }
  return paths;
}

/** The index of the first entry whose key is not less than `key`. */
export function indexOfKey(node: MapNode, key: string): number {
  let low = 0;
  let high = node.entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((node.entries[middle]?.[0] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function collect(leaf: MapNode, keys: readonly string[], values: Map<string, string>): void {
  for (const key of keys) {
    const entry = leaf.entries[indexOfKey(leaf, key)];
    if (entry?.[0] === key) values.set(key, entry[1]);
  }
}
