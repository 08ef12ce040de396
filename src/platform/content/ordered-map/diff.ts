import { childrenWithin, isWithin, type KeyBounds, type KeyRange, type Subtree, toBounds } from "./lookup.ts";
import type { Address, Entry } from "./node-codec.ts";
import { LoadedNodes, type NodeReader } from "./node-reader.ts";

/** A key whose value differs. Without `before` it was added; without `after` it was deleted. */
export interface MapDifference {
  readonly key: string;
  readonly before?: string;
  readonly after?: string;
}

interface Side {
  level: number;
  subtrees: Subtree[];
}

/**
 * The differences between two maps, in key order. Both are read level by level, one read each. Subtrees they share are
 * not read, so the cost depends on the difference, not the size.
 */
export async function diff(
  reader: NodeReader,
  before: Address,
  after: Address,
  range: KeyRange = {},
): Promise<MapDifference[]> {
  if (before === after) return [];
  const bounds = toBounds(range);
  const nodes = new LoadedNodes(reader);
  await nodes.load([before, after]);
  const left: Side = { level: nodes.get(before).level, subtrees: [{ address: before, after: undefined }] };
  const right: Side = { level: nodes.get(after).level, subtrees: [{ address: after, after: undefined }] };
  while (left.level > 0 || right.level > 0) {
    const level = Math.max(left.level, right.level);
    const deeper = [left, right].filter((side) => side.level === level);
    await nodes.load(deeper.flatMap((side) => side.subtrees.map((subtree) => subtree.address)));
    for (const side of deeper) descend(side, nodes, bounds);
    if (left.level === right.level) dropEqual(left, right);
  }
  await nodes.load([...left.subtrees, ...right.subtrees].map((subtree) => subtree.address));
  return differences(listEntries(left, nodes, bounds), listEntries(right, nodes, bounds));
}

function descend(side: Side, nodes: LoadedNodes, bounds: KeyBounds): void {
  side.subtrees = side.subtrees.flatMap(({ address, after }) => childrenWithin(nodes.get(address), after, bounds));
  side.level--;
}

/**
 * Equal addresses mean equal keys and values, and a level holds each key once, so removing both changes no difference.
 */
function dropEqual(left: Side, right: Side): void {
  const inLeft = new Set(left.subtrees.map((subtree) => subtree.address));
  const inBoth = new Set(right.subtrees.map((subtree) => subtree.address).filter((address) => inLeft.has(address)));
  left.subtrees = left.subtrees.filter((subtree) => !inBoth.has(subtree.address));
  right.subtrees = right.subtrees.filter((subtree) => !inBoth.has(subtree.address));
}

function listEntries(side: Side, nodes: LoadedNodes, bounds: KeyBounds): Entry[] {
  return side.subtrees.flatMap(({ address }) => nodes.get(address).entries.filter(([key]) => isWithin(bounds, key)));
}

function differences(before: readonly Entry[], after: readonly Entry[]): MapDifference[] {
  const found: MapDifference[] = [];
  let left = 0;
  let right = 0;
  while (left < before.length || right < after.length) {
    const old = before[left];
    const current = after[right];
    if (current === undefined || (old !== undefined && old[0] < current[0])) {
      if (old !== undefined) found.push({ key: old[0], before: old[1] });
      left++;
    } else if (old === undefined || current[0] < old[0]) {
      found.push({ key: current[0], after: current[1] });
      right++;
    } else {
      if (old[1] !== current[1]) found.push({ key: old[0], before: old[1], after: current[1] });
      left++;
      right++;
    }
  }
  return found;
}
