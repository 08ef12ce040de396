import { hash } from "node:crypto";
import { type Block, blockNodes, type Data, expandablePart, isBlock, type RichDocument } from "./model.ts";

/** Deeper values are not compared; a block that contains them counts as changed. */
const maxValueDepth = 200;

/** The members of a block that describe its position, not its content. */
const nonContentMembers = new Set(["key", "meta", "source"]);

/** The Markdown a document is read from, before line endings were normalized. */
export class OriginalText {
  readonly text: string;
  readonly digest: string;
  readonly #removed: number[] = [];

  constructor(text: string) {
    this.text = text;
    this.digest = digest(text).slice(0, 8);
    let removed = 0;
    for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2)) {
      this.#removed.push(at - removed);
      removed += 1;
    }
  }

  /** The offset in the original for an offset in the text with `\n` line endings. */
  offset(normalized: number): number {
    let low = 0;
    let high = this.#removed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#removed[middle] ?? 0) < normalized) low = middle + 1;
      else high = middle;
    }
    return normalized + low;
  }

  slice(start: number, end: number): string {
    return this.text.slice(this.offset(start), this.offset(end));
  }
}

/**
 * Gives the blocks of a page their sources: slices that, with the gaps between them, cover the text from `start` to
 * `end`. Yields after each block, and returns the text before the first.
 */
export function* attachSources(
  located: readonly LocatedBlock[],
  start: number,
  end: number,
  original: OriginalText,
): Generator<undefined, string> {
  for (const [index, { block, start: blockStart, end: blockEnd, frame }] of located.entries()) {
    const position = {
      digest: frame ? frameDigest(block) : contentDigest(block),
      original: original.digest,
      offset: original.offset(blockStart),
      gap: original.slice(blockEnd, located[index + 1]?.start ?? end),
    };
    if (frame) {
      const lead = yield* attachSources(frame.children, frame.openEnd, frame.closeStart, original);
      block.source = {
        ...position,
        open: original.slice(blockStart, frame.openEnd) + lead,
        close: original.slice(frame.closeStart, blockEnd),
        length: original.offset(blockEnd) - position.offset,
      };
    } else block.source = { ...position, markdown: original.slice(blockStart, blockEnd) };
    yield;
  }
  return original.slice(start, located[0]?.start ?? end);
}

/** Whether a block still matches its source; for a framed block, without its children. */
export function isUnchanged(block: Block): boolean {
  const { source } = block;
  if (!source) return false;
  return source.digest === ("open" in source ? frameDigest(block) : contentDigest(block));
}

/** The blocks between the opening and the closing part of a framed block. */
export function frameChildren(block: Block): Block[] {
  if (block.type !== "expandable") return blockNodes(block.nodes);
  return expandablePart(block, "body");
}

function contentDigest(block: Block): string {
  return digest(stableJson(block, 0));
}

function frameDigest({ type, data, attributes, fragments }: Block): string {
  const title = fragments?.filter((fragment) => (fragment.type ?? fragment.fragment) !== "expandable-body");
  return digest(stableJson({ type, data, attributes, title }, 0));
}

function digest(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 16);
}

/** JSON of the content members, sorted. */
function stableJson(value: unknown, depth: number): string {
  if (depth > maxValueDepth) return `"too deep"`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) {
    let list = "[";
    for (const item of value) list += `${stableJson(item, depth + 1)},`;
    return `${list}]`;
  }
  const members: Data = { ...value };
  const isABlock = members.object === "block";
  let text = "{";
  for (const name of Object.keys(members).sort()) {
    const member = members[name];
    if (member === undefined || (isABlock && nonContentMembers.has(name))) continue;
    text += `${JSON.stringify(name)}:${stableJson(member, depth + 1)},`;
  }
  return `${text}}`;
}

/** Gives every block a key from its content and the number of equal blocks before it. Yields after each. */
export function* assignKeys(document: RichDocument): Generator<undefined, void> {
  const seen = new Map<string, number>();
  for (const block of document.nodes) {
    assignKey(block, seen);
    yield;
  }
}

/** Returns the digest of the block's content, built from its children's so that each block is read once. */
function assignKey(block: Block, seen: Map<string, number>): string {
  const nodes = (block.nodes ?? []).map((node) => (isBlock(node) ? assignKey(node, seen) : node));
  const fragments = (block.fragments ?? []).map((fragment) => fragment.nodes.map((node) => assignKey(node, seen)));
  const content = digest(JSON.stringify([block.type, block.data, nodes, fragments]));
  const occurrence = seen.get(content) ?? 0;
  seen.set(content, occurrence + 1);
  block.key = digest(`${content} ${occurrence}`);
  return content;
}

/** A block and its offsets in the text, without the space after it. */
export interface LocatedBlock {
  block: Block;
  start: number;
  end: number;
  /** For a block whose children are between an opening and a closing part. */
  frame?: { openEnd: number; closeStart: number; children: LocatedBlock[] };
}

/** Where a slice ends without its trailing white space. */
export function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
