import { type Address, type Entry, type MapNode, nodeSize } from "./node-codec.ts";
import { LoadedNodes, type NodeReader } from "./node-reader.ts";

/** The values of those keys that are in the map. Takes one read per level, of the nodes on the paths only. */
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

/** Keys, in ascending order, that belong in or under one node. */
export interface Path {
  readonly address: Address;
  readonly keys: readonly string[];
}

/** Assigns each key to the child it belongs in. Keys after all others belong in the last child. */
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

/**
 * Keys that begin with `prefix`, from `from` (inclusive) to `to` (exclusive), by UTF-16 code units. All limits apply.
 */
export interface KeyRange {
  readonly prefix?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `from` is inclusive, `to` exclusive; without `to` the range is open-ended. */
export interface KeyBounds {
  readonly from: string;
  readonly to: string | undefined;
}

/** A subtree whose keys all come after `after`. */
export interface Subtree {
  readonly address: Address;
  readonly after: string | undefined;
}

export function toBounds({ prefix = "", from = "", to }: KeyRange): KeyBounds {
  const prefixEnd = endOfPrefix(prefix);
  return {
    from: from > prefix ? from : prefix,
    to: to === undefined || (prefixEnd !== undefined && prefixEnd < to) ? prefixEnd : to,
  };
}

export function isWithin({ from, to }: KeyBounds, key: string): boolean {
  return key >= from && (to === undefined || key < to);
}

/** The children of an inner node that may hold keys within the bounds, in order. */
export function childrenWithin(node: MapNode, after: string | undefined, { from, to }: KeyBounds): Subtree[] {
  const children: Subtree[] = [];
  let lower = after;
  for (const [last, address] of node.entries) {
    if (to !== undefined && lower !== undefined && lower >= to) break;
    if (last >= from) children.push({ address, after: lower });
    lower = last;
  }
  return children;
}

/** The least string greater than every string with the prefix; undefined if the prefix is empty or all U+FFFF. */
function endOfPrefix(prefix: string): string | undefined {
  for (let index = prefix.length - 1; index >= 0; index--) {
    const unit = prefix.charCodeAt(index);
    if (unit < 0xffff) return prefix.slice(0, index) + String.fromCharCode(unit + 1);
  }
  return undefined;
}

interface ScanOptions extends KeyRange {
  /** Maximum number of entries: the first ones, or the last ones when `reverse`. */
  readonly limit?: number | undefined;
  /** Descending order. */
  readonly reverse?: boolean | undefined;
}

/**
 * The entries in a range, in key order. Takes one read per level, of nodes in range only.
 *
 * With a limit, the number of nodes required is known in advance: every leaf but the last holds at least 8 entries, so
 * `limit` entries in range lie in the first `1 + ceil(limit / 8)` leaves that overlap it, and the same holds at each
 * level. Throws a `RangeError` unless the limit is a whole number of 0 or more.
 */
export async function scan(reader: NodeReader, root: Address, options: ScanOptions = {}): Promise<Entry[]> {
  const { limit = Number.POSITIVE_INFINITY, reverse = false } = options;
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new RangeError(`limit must be a whole number of 0 or more, not ${limit}`);
  }
  const bounds = toBounds(options);
  if (limit === 0 || (bounds.to !== undefined && bounds.from >= bounds.to)) return [];

  const nodes = new LoadedNodes(reader);
  let subtrees: Subtree[] = [{ address: root, after: undefined }];
  let level = (await nodes.fetch(root)).level;
  for (; level > 0; level--) {
    await nodes.load(subtrees.map((subtree) => subtree.address));
    const children = subtrees.flatMap(({ address, after }) => childrenWithin(nodes.get(address), after, bounds));
    subtrees = takeFirst(children, subtreesHolding(limit, level - 1), reverse);
  }
  await nodes.load(subtrees.map((subtree) => subtree.address));
  const entries = subtrees.flatMap(({ address }) =>
    nodes.get(address).entries.filter(([key]) => isWithin(bounds, key)),
  );
  const limited = takeFirst(entries, limit, reverse);
  return reverse ? limited.reverse() : limited;
}

/**
 * One subtree may be almost out of range or the short last one of its level; each of the others is at least minimally
 * full.
 */
function subtreesHolding(limit: number, level: number): number {
  const full = nodeSize(0).min * nodeSize(1).min ** level;
  return 1 + Math.ceil(limit / full);
}

function takeFirst<Item>(items: Item[], count: number, fromEnd: boolean): Item[] {
  if (items.length <= count) return items;
  return fromEnd ? items.slice(items.length - count) : items.slice(0, count);
}
