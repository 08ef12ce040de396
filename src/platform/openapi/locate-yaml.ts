import { isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Steps } from "./pointer.ts";

/** Where a value begins in a YAML document, or what is above it where it has no place of its own. */
export function locateInYaml(root: unknown, steps: Steps): number | undefined {
  let node = root;
  let offset = offsetOf(root);
  for (const step of steps) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === step);
      if (pair === undefined) break;
      offset = offsetOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (item === undefined) break;
      offset = offsetOf(item) ?? offset;
      node = item;
    } else break;
    if (isAlias(node)) break;
  }
  return offset;
}

function offsetOf(node: unknown): number | undefined {
  const range = (node as { range?: readonly number[] | null } | null | undefined)?.range;
  return range?.[0];
}
