import { indexOfKey, type Path, pathsBelow } from "./lookup.ts";
import {
  type Address,
  computeNodeAddress,
  type Entry,
  emptyRoot,
  encodeNode,
  endsNode,
  type MapNode,
} from "./node-codec.ts";
import { LoadedNodes, type NodeReader } from "./node-reader.ts";

/** A new root, and the encoded nodes to store for it: those reachable from it that the previous root did not have. */
export interface MapUpdate {
  readonly root: Address;
  readonly nodes: ReadonlyMap<Address, EncodedNode>;
}

interface EncodedNode extends MapNode {
  readonly encoded: string;
}

/** The new payload of a key in one level; undefined removes the key. */
type Change = readonly [key: string, payload: string | undefined];

interface RewrittenLevel {
  readonly replaced: readonly LocatedNode[];
  readonly built: readonly BuiltNode[];
}

/**
 * Sets values, or deletes keys whose value is undefined. If nothing changes, the root stays the same and there are no
 * new nodes.
 *
 * Every level is an ordered map of its own (key to value, or last key to address), so replacing nodes in one level is a
 * set of changes to the level above. Reads the paths to the changed keys, one read per level. Then, only where an
 * inserted or deleted key moved the end of a node, it reads one neighbour at a time until the ends match again.
 */
export async function update(
  reader: NodeReader,
  root: Address,
  changes: ReadonlyMap<string, string | undefined>,
): Promise<MapUpdate> {
  if (changes.size === 0) return { root, nodes: new Map() };
  let pending: Change[] = [...changes].sort(byKey);
  const tree = new StoredTree(reader, root);
  const rootLevel = await tree.loadPaths(pending.map(([key]) => key));

  const nodes = new Map<Address, BuiltNode>();
  let top: readonly BuiltNode[] = [];
  for (let level = 0; level <= rootLevel; level++) {
    const { replaced, built } = await rewriteLevel(tree, level, pending);
    pending = changesAbove(replaced, built);
    if (pending.length === 0) return { root, nodes: new Map() };
    const replacedAddresses = new Set(replaced.map((node) => node.address));
    for (const node of built) if (!replacedAddresses.has(node.address)) nodes.set(node.address, node);
    top = built;
  }
  const newRoot = top.length > 1 ? addLevels(top, rootLevel + 1, nodes) : await removeLevels(tree, top[0], nodes);
  return { root: newRoot, nodes };
}

/** Splits the changed parts of a level into nodes again: from the start of a changed node until an old end matches. */
async function rewriteLevel(tree: StoredTree, level: number, changes: readonly Change[]): Promise<RewrittenLevel> {
  const replaced: LocatedNode[] = [];
  const builder = new NodeBuilder(level);
  let taken = 0;
  for (let change = changes[0]; change !== undefined; change = changes[taken]) {
    let located = await tree.find(level, change[0]);
    replaced.push(located);
    taken = pushMerged(builder, located, changes, taken);
    while (!located.rightmost && !builder.atBoundary) {
      located = await tree.following(located);
      replaced.push(located);
      taken = pushMerged(builder, located, changes, taken);
    }
    // Only the last node of a level ends without a boundary.
    builder.finish();
  }
  return { replaced, built: builder.built };
}

/** Adds the entries of a node, merged with the changes that belong in it. Returns the index of the next change. */
function pushMerged(
  builder: NodeBuilder,
  { node, rightmost }: LocatedNode,
  changes: readonly Change[],
  from: number,
): number {
  const replaced = builder.atBoundary ? withNewValues(node, rightmost, changes, from) : undefined;
  if (replaced !== undefined) {
    // The same keys are split in the same way.
    builder.add(replaced.entries);
    return replaced.taken;
  }
  let taken = from;
  const pushChange = ([key, payload]: Change): void => {
    if (payload !== undefined) builder.push([key, payload]);
    taken++;
  };
  for (const entry of node.entries) {
    let change = changes[taken];
    while (change !== undefined && change[0] < entry[0]) {
      pushChange(change);
      change = changes[taken];
    }
    if (change?.[0] === entry[0]) pushChange(change);
    else builder.push(entry);
  }
  if (rightmost) for (const change of changes.slice(taken)) pushChange(change);
  return taken;
}

/** The entries of a node whose changes only give keys it has another value; undefined for all other changes. */
function withNewValues(
  { entries }: MapNode,
  rightmost: boolean,
  changes: readonly Change[],
  from: number,
): { readonly entries: Entry[]; readonly taken: number } | undefined {
  const last = entries.at(-1)?.[0];
  if (last === undefined) return undefined;
  let taken = from;
  const replaced = [...entries];
  for (let at = 0; taken < changes.length; taken++) {
    const [key, payload] = changes[taken] ?? ["", undefined];
    if (key > last && !rightmost) break;
    while (at < entries.length && (entries[at]?.[0] ?? "") < key) at++;
    if (payload === undefined || entries[at]?.[0] !== key) return undefined;
    replaced[at] = [key, payload];
  }
  return { entries: replaced, taken };
}

function changesAbove(replaced: readonly LocatedNode[], built: readonly BuiltNode[]): Change[] {
  const before = new Map<string, Address>();
  for (const { node, address } of replaced) {
    const last = node.entries.at(-1);
    if (last !== undefined) before.set(last[0], address);
  }
  const changes = new Map<string, Address | undefined>([...before.keys()].map((key) => [key, undefined]));
  for (const { last, address } of built) {
    if (before.get(last) === address) changes.delete(last);
    else changes.set(last, address);
  }
  return [...changes].sort(byKey);
}

/** Adds levels on top until one holds a single node, the root. */
function addLevels(nodes: readonly BuiltNode[], level: number, all: Map<Address, BuiltNode>): Address {
  const builder = new NodeBuilder(level);
  for (const { last, address } of nodes) builder.push([last, address]);
  builder.finish();
  for (const node of builder.built) all.set(node.address, node);
  const [root] = builder.built;
  return root !== undefined && builder.built.length === 1 ? root.address : addLevels(builder.built, level + 1, all);
}

/** Removes nodes above the lowest one that is alone in its level, which becomes the root. */
async function removeLevels(
  tree: StoredTree,
  top: BuiltNode | undefined,
  all: Map<Address, BuiltNode>,
): Promise<Address> {
  if (top === undefined) return emptyRoot;
  let { address } = top;
  for (;;) {
    const { level, entries } = all.get(address) ?? (await tree.fetch(address));
    const [only] = entries;
    if (level === 0 || only === undefined || entries.length > 1) return address;
    all.delete(address);
    address = only[1];
  }
}

function byKey([a]: Change, [b]: Change): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A node together with its position. */
interface LocatedNode {
  readonly address: Address;
  readonly node: MapNode;
  /** The last node of its level, where keys after all others belong. */
  readonly rightmost: boolean;
}

/** The tree under one root, read by level and key while its successor is written. */
class StoredTree {
  readonly #nodes: LoadedNodes;
  readonly #root: Address;

  constructor(reader: NodeReader, root: Address) {
    this.#nodes = new LoadedNodes(reader);
    this.#root = root;
  }

  /** Reads the paths to all keys (in ascending order), one read per level. Returns the level of the root. */
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

  /** The node of a level where a key belongs: the first whose last key is not less, or else the last node. */
  async find(level: number, key: string): Promise<LocatedNode> {
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
  async following({ node }: LocatedNode): Promise<LocatedNode> {
    // The last key with NUL appended is the least key greater than it.
    return this.find(node.level, `${node.entries.at(-1)?.[0]}\u0000`);
  }

  async fetch(address: Address): Promise<MapNode> {
    return this.#nodes.fetch(address);
  }
}

/** A node as its parent and the store see it. */
interface BuiltNode extends EncodedNode {
  readonly last: string;
  readonly address: Address;
}

/** Splits ascending entries of one level into nodes. */
class NodeBuilder {
  readonly built: BuiltNode[] = [];
  readonly #level: number;
  #open: Entry[] = [];

  constructor(level: number) {
    this.#level = level;
  }

  /** True if a node has just ended: what follows is split the same way whatever came before. */
  get atBoundary(): boolean {
    return this.#open.length === 0;
  }

  push(entry: Entry): void {
    this.#open.push(entry);
    if (endsNode(this.#level, entry[0], this.#open.length)) this.finish();
  }

  /** Ends the node being filled, if any, as the last one of its level. */
  finish(): void {
    if (this.#open.length > 0) this.add(this.#open);
    this.#open = [];
  }

  /** Adds a whole node. */
  add(entries: readonly Entry[]): void {
    const level = this.#level;
    const encoded = encodeNode({ level, entries });
    this.built.push({ level, entries, last: entries.at(-1)?.[0] ?? "", address: computeNodeAddress(encoded), encoded });
  }
}
