import {
  type Document,
  type DocumentOptions,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  YAMLParseError,
} from "yaml";

/** The package's own limit of aliases ignores those of an empty list, which double with each line like any others. */
const maxValues = 100_000;

/** A YAML document, whose `errors` say why it cannot be used. Takes linear time. */
export function parseYaml(text: string, options: ParseOptions & DocumentOptions & SchemaOptions): Document.Parsed {
  const document = parseDocument(text, { ...options, uniqueKeys: false });
  const repeated = findRepeatedKey(document.contents);
  if (repeated !== undefined) {
    const { name, offset } = repeated;
    const message = `the key ${JSON.stringify(name.slice(0, 100))} appears twice in one mapping`;
    document.errors.push(new YAMLParseError([offset, offset + 1], "DUPLICATE_KEY", message));
  }
  if (expandedSize(document.contents) > maxValues) {
    const message = "its aliases repeat too much: write what they stand for";
    document.errors.push(new YAMLParseError([0, 1], "BAD_ALIAS", message));
  }
  return document;
}

interface OpenNode {
  readonly node: unknown;
  readonly parts: readonly unknown[];
  next: number;
  size: number;
}

/**
 * How many values a YAML node has after each alias is replaced by its target; infinite if it contains itself. Takes
 * linear time: the target of several aliases is counted once and added for each.
 */
function expandedSize(root: unknown): number {
  const anchored = new Map<string, number>();
  const begin = (node: unknown): OpenNode => {
    const anchor = getAnchor(node);
    if (anchor !== undefined) anchored.set(anchor, Number.POSITIVE_INFINITY);
    return { node, parts: listParts(node), next: 0, size: isAlias(node) ? (anchored.get(node.source) ?? 1) : 1 };
  };
  const open = [begin(root)];
  for (;;) {
    const current = open.at(-1);
    if (current === undefined) return 0;
    if (current.next < current.parts.length) {
      open.push(begin(current.parts[current.next]));
      current.next += 1;
      continue;
    }
    open.pop();
    const anchor = getAnchor(current.node);
    if (anchor !== undefined) anchored.set(anchor, current.size);
    const around = open.at(-1);
    if (around === undefined) return current.size;
    around.size += current.size;
  }
}

function getAnchor(node: unknown): string | undefined {
  return isNode(node) && !isAlias(node) && "anchor" in node ? node.anchor : undefined;
}

function listParts(node: unknown): readonly unknown[] {
  if (isPair(node)) return [node.key, node.value];
  return isMap(node) || isSeq(node) ? node.items : [];
}

interface RepeatedKey {
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
