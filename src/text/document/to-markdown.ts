import { frameChildren, isUnchanged } from "./block-source.ts";
import { type BlockPrinting, blockToMarkdown, framePartsOf } from "./blocks-to-markdown.ts";
import { type Block, DEEPEST_NESTING, isBlock, type RichDocument } from "./model.ts";
import { defaultHref, type ReferencePrinter } from "./references.ts";

export interface MarkdownFromDocumentOptions {
  /** Turns references into addresses: the inverse of the reader's `reference`. */
  href?: ReferencePrinter;
}

/**
 * Prints a rich document as Markdown. Blocks that still are what they were read from come back byte for byte, with the
 * space between them; changed and new blocks are printed in one canonical form. Throws a TypeError when `nodes` is
 * not a list of blocks.
 */
export function markdownFromDocument(document: RichDocument, options: MarkdownFromDocumentOptions = {}): string {
  if (!Array.isArray(document.nodes) || !document.nodes.every((node) => node?.object === "block")) {
    throw new TypeError("The nodes of a document are blocks.");
  }
  const printing = { href: options.href ?? defaultHref, depth: 0 };
  const { source } = document;
  const place = source && { original: source.original, end: source.length };
  return leadOf(document) + printSequence(document.nodes, printing, place);
}

/** What came before the first block; a blank line ends it when that block is not the one it came before. */
function leadOf({ source, nodes }: RichDocument): string {
  if (!source) return "";
  const first = nodes[0]?.source;
  const asBefore = first === undefined ? nodes.length === 0 : first.offset === source.lead.length;
  return asBefore || source.lead.trim() === "" ? source.lead : `${source.lead.trimEnd()}\n\n`;
}

/** Where a sequence of blocks ended, and in which text. */
interface SequencePlace {
  original: string;
  end: number;
}

/**
 * Prints neighbouring blocks; those that were not neighbours in the original get a blank line between them. `place`
 * is where the sequence stood there; a new one has none.
 */
function printSequence(blocks: readonly Block[], printing: BlockPrinting, place?: SequencePlace): string {
  const parts: string[] = [];
  const unchanged = blocks.map(isUnchanged);
  let before = "";
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const nextSource = unchanged[index + 1] ? next?.source : undefined;
    const nextMarkdown = nextSource && "markdown" in nextSource ? nextSource.markdown : "";
    const body = printBlock(block, unchanged[index] === true, printing, listMarker(before) + listMarker(nextMarkdown));
    const keepsGap = unchanged[index] === true && (next === undefined || unchanged[index + 1] === true);
    parts.push(
      body,
      keepsGap && isNeighbour(block, next, place) ? (block.source?.gap ?? "") : newGap(block, next, body),
    );
    before = body;
  }
  return parts.join("");
}

/** Whether `next`, or the end of the sequence, followed the block in the original. */
function isNeighbour(block: Block, next: Block | undefined, place?: SequencePlace): boolean {
  const { source } = block;
  if (!source) return false;
  const follower = next ? next.source && { original: next.source.original, end: next.source.offset } : place;
  return follower?.original === source.original && follower.end === endOffset(block) + source.gap.length;
}

/** A blank line, or a line end at the end. Comments and link definitions after a block outlive it. */
function newGap(block: Block, next: Block | undefined, body: string): string {
  const kept = block.source?.gap.trim() ?? "";
  if (body === "" && kept === "") return "";
  return (kept === "" ? "" : `\n\n${kept}`) + (next ? "\n\n" : "\n");
}

/** Where a block ended in the original. */
function endOffset({ source }: Block): number {
  if (!source) return -2;
  return source.offset + ("open" in source ? source.length : source.markdown.length);
}

/** The character that makes list items of one list, when the Markdown begins with one. */
function listMarker(markdown: string): string {
  const match = /^ {0,3}(?:([-*+])|\d{1,9}([.)]))(?=\s|$)/.exec(markdown);
  return match?.[1] ?? match?.[2] ?? "";
}

/** `takenMarkers` are those of the lists right before and after: with the same marker they would be one list. */
function printBlock(block: Block, unchanged: boolean, printing: BlockPrinting, takenMarkers: string): string {
  const { source } = block;
  if (source && "markdown" in source && unchanged) return source.markdown;
  const parts = framePartsOf(block, printing);
  if (!parts || printing.depth >= DEEPEST_NESTING) {
    return blockToMarkdown(block, printing, takenMarkers, (blocks, deeper) => printSequence(blocks, deeper).trimEnd());
  }
  const frame = source && "open" in source ? source : undefined;
  const open = frame && unchanged ? frame.open : `${parts.open}\n`;
  const close = frame && unchanged ? frame.close : parts.close;
  const end = frame ? endOffset(block) - frame.close.length : -1;
  const inner = printSequence(
    frameChildren(block).filter(isBlock),
    { ...printing, depth: printing.depth + 1 },
    frame ? { original: frame.original, end } : undefined,
  );
  return open + inner + (inner === "" || /[\r\n]$/.test(inner) ? "" : "\n") + close;
}
