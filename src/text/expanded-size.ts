import { isAlias, isMap, isNode, isPair, isSeq } from "yaml";

interface Visit {
  readonly node: unknown;
  readonly parts: readonly unknown[];
  next: number;
  size: number;
}

/**
 * How many values a YAML node has once each alias is replaced by what it names; infinite for one that names what it
 * stands in. Takes time in proportion to the text: what several aliases name is counted once and added for each.
 */
export function expandedSize(root: unknown): number {
  const anchored = new Map<string, number>();
  const begin = (node: unknown): Visit => {
    const anchor = anchorOf(node);
    if (anchor !== undefined) anchored.set(anchor, Number.POSITIVE_INFINITY);
    return { node, parts: partsOf(node), next: 0, size: isAlias(node) ? (anchored.get(node.source) ?? 1) : 1 };
  };
  const open = [begin(root)];
  for (;;) {
    const visit = open.at(-1);
    if (visit === undefined) return 0;
    if (visit.next < visit.parts.length) {
      open.push(begin(visit.parts[visit.next]));
      visit.next += 1;
      continue;
    }
    open.pop();
    const anchor = anchorOf(visit.node);
    if (anchor !== undefined) anchored.set(anchor, visit.size);
    const around = open.at(-1);
    if (around === undefined) return visit.size;
    around.size += visit.size;
  }
}

function anchorOf(node: unknown): string | undefined {
  return isNode(node) && !isAlias(node) && "anchor" in node ? node.anchor : undefined;
}

function partsOf(node: unknown): readonly unknown[] {
  if (isPair(node)) return [node.key, node.value];
  return isMap(node) || isSeq(node) ? node.items : [];
}
