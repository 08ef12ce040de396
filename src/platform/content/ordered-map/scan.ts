import { boundsOf, childrenWithin, isWithin, type KeyRange, type Subtree } from "./key-range.ts";
import { nodeSize } from "./node-boundaries.ts";
import type { Address, Entry } from "./node-codec.ts";
import { LoadedNodes, type NodeReader } from "./node-reader.ts";

export interface ScanOptions extends KeyRange {
  /** At most this many entries: the first ones, or the last ones when `reverse`. */
  readonly limit?: number | undefined;
  /** Descending order. */
  readonly reverse?: boolean | undefined;
}

/**
 * The entries in a range, in key order. One read per level, only nodes in range.
 *
 * With a limit, how many nodes are needed is known beforehand: every leaf but the last holds at least 8 entries, so
 * `limit` entries in range lie in the first `1 + ceil(limit / 8)` leaves that overlap it, and likewise at each level.
 * Throws a `RangeError` if the limit is not a whole number from 0.
 */
export async function scan(reader: NodeReader, root: Address, options: ScanOptions = {}): Promise<Entry[]> {
  const { limit = Number.POSITIVE_INFINITY, reverse = false } = options;
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new RangeError(`limit must be a whole number from 0, not ${limit}`);
  }
  const bounds = boundsOf(options);
  if (limit === 0 || (bounds.to !== undefined && bounds.from >= bounds.to)) return [];

  const nodes = new LoadedNodes(reader);
  let subtrees: Subtree[] = [{ address: root, after: undefined }];
  let level = (await nodes.fetch(root)).level;
  for (; level > 0; level--) {
    await nodes.load(subtrees.map((subtree) => subtree.address));
    const children = subtrees.flatMap(({ address, after }) => childrenWithin(nodes.get(address), after, bounds));
    subtrees = firstOf(children, subtreesHolding(limit, level - 1), reverse);
  }
  await nodes.load(subtrees.map((subtree) => subtree.address));
  const entries = subtrees.flatMap(({ address }) =>
    nodes.get(address).entries.filter(([key]) => isWithin(bounds, key)),
  );
  const kept = firstOf(entries, limit, reverse);
  return reverse ? kept.reverse() : kept;
}

/** One subtree may lie almost out of range or be the short last one of its level; each of the others holds a full share. */
function subtreesHolding(limit: number, level: number): number {
  const full = nodeSize(0).least * nodeSize(1).least ** level;
  return 1 + Math.ceil(limit / full);
}

function firstOf<Item>(items: Item[], count: number, fromEnd: boolean): Item[] {
  if (items.length <= count) return items;
  return fromEnd ? items.slice(items.length - count) : items.slice(0, count);
}
