import { isMap, isScalar, isSeq } from "yaml";

export interface RepeatedKey {
  readonly name: string;
  readonly offset: number;
}

/** The first key that a mapping has twice. The parser's own search compares each key of a mapping with all others. */
export function findRepeatedKey(root: unknown): RepeatedKey | undefined {
  const queue: unknown[] = [root];
  for (const node of queue) {
    if (isSeq(node)) for (const item of node.items) queue.push(item);
    if (!isMap(node)) continue;
    const names = new Set<string>();
    for (const { key, value } of node.items) {
      queue.push(value);
      if (!isScalar(key)) continue;
      const name = String(key.value);
      if (names.has(name) && name !== "<<") return { name, offset: key.range?.[0] ?? 0 };
      names.add(name);
    }
  }
  return undefined;
}
