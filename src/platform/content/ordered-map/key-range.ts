import type { Address, MapNode } from "./node-codec.ts";

/** Keys with `prefix`, from `from` (included) to `to` (excluded), by UTF-16 code units. All given parts must hold. */
export interface KeyRange {
  readonly prefix?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `from` included, `to` excluded; no `to` means no end. */
export interface KeyBounds {
  readonly from: string;
  readonly to: string | undefined;
}

/** A subtree; its keys all come after `after`. */
export interface Subtree {
  readonly address: Address;
  readonly after: string | undefined;
}

export function boundsOf({ prefix = "", from = "", to }: KeyRange): KeyBounds {
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

/** The least string greater than every string with the prefix; none if the prefix is empty or all U+FFFF. */
function endOfPrefix(prefix: string): string | undefined {
  for (let index = prefix.length - 1; index >= 0; index--) {
    const unit = prefix.charCodeAt(index);
    if (unit < 0xffff) return prefix.slice(0, index) + String.fromCharCode(unit + 1);
  }
  return undefined;
}
