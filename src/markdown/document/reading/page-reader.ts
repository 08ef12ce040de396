import { parseInline, type Target } from "../../grammar/inline-parser.ts";
import type { DefinedTarget } from "../../grammar/parsed-block.ts";
import type { WorkInSteps } from "../../text/work-in-steps.ts";
import {
  type Block,
  fittingReference,
  type InlineNode,
  inlineNodes,
  plainText,
  type ReferenceReader,
} from "../model.ts";
import { toInlineNodes } from "./inline-from-markdown.ts";

/** The most blocks, table cells and lines of code of a page; the rest is kept as text. */
const maxBlocks = 20_000;

/** The most pieces of text, links, images and so on; later paragraphs are kept as text. */
const maxInlines = 100_000;

/** Running text with more marks and addresses, which would nest too deep or have too many pieces, is kept as text. */
const maxDelimiters = 1_000;

const delimiterPattern = /[*_~[\]<`$\\!@]|:\/\/|www\./gi;

/**
 * What the readers of one page share. Inline text is read in `finish`, after all blocks, because a link definition may
 * be below the text that uses it; until then the returned node arrays are empty.
 */
export class PageReader {
  readonly reference: ReferenceReader;
  /** Whether the document is never printed, so that what has no place in the model may be left out. */
  readonly isOnlyShown: boolean;
  readonly #definitions = new Map<string, Target>();
  readonly #pending: (() => void)[] = [];
  readonly #anchors = new Map<string, number>();
  #blocksLeft = maxBlocks;
  #inlinesLeft = maxInlines;

  constructor(reference: ReferenceReader, isOnlyShown = false) {
    this.isOnlyShown = isOnlyShown;
    this.reference = (href, kind) => fittingReference(reference(href, kind), href, kind);
  }

  /** Whether this page can have this many more blocks, cells or lines of code. */
  takeBlocks(count: number): boolean {
    this.#blocksLeft -= count;
    return this.#blocksLeft >= 0;
  }

  /** Whether the rest of the page is kept as text. */
  get isFull(): boolean {
    return this.#blocksLeft <= 0;
  }

  inlineNodes(text: string): InlineNode[] {
    const nodes: InlineNode[] = [];
    this.whenRead(() => {
      for (const node of this.#readInline(text)) nodes.push(node);
      this.#inlinesLeft -= leavesIn(nodes);
    });
    return nodes;
  }

  #readInline(text: string): InlineNode[] {
    // A shorter text cannot have too many.
    const delimiters = text.length > maxDelimiters || this.#inlinesLeft <= 0 ? countDelimiters(text) : 0;
    if (delimiters > maxDelimiters || (this.#inlinesLeft <= 0 && delimiters > 0))
      return [{ object: "text", leaves: [{ object: "leaf", text, marks: [], verbatim: true }] }];
    return toInlineNodes(parseInline(text, this.#definitions), this);
  }

  /** The first definition of a label wins. */
  define(definitions: readonly DefinedTarget[]): void {
    for (const { label, ...target } of definitions) {
      if (!this.#definitions.has(label)) this.#definitions.set(label, target);
    }
  }

  /** Runs when the requested inline nodes are filled. */
  whenRead(step: () => void): void {
    this.#pending.push(step);
  }

  /**
   * Gives a heading its anchor: its own id, or one derived from its words, numbered if it is taken. In a document that
   * is only shown, a heading without one is not among `listSections`.
   */
  heading(block: Block): Block {
    this.whenRead(() => {
      const own = block.data.id;
      const words = plainText(inlineNodes(block.nodes)).toLowerCase();
      const slug = typeof own === "string" ? own : words.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
      const taken = this.#anchors.get(slug) ?? 0;
      this.#anchors.set(slug, taken + 1);
      block.meta = { id: taken === 0 ? slug : `${slug}-${taken}` };
    });
    return block;
  }

  /** Yields after each piece of running text. */
  *finish(): WorkInSteps<void> {
    for (const step of this.#pending) {
      step();
      yield;
    }
  }
}

/** One more than the limit represents any number above it. */
function countDelimiters(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(delimiterPattern)) {
    count += 1;
    if (count > maxDelimiters) break;
  }
  return count;
}

function leavesIn(nodes: readonly InlineNode[]): number {
  return nodes.reduce(
    (sum, node) => sum + (node.object === "text" ? node.leaves.length : 1 + leavesIn(node.nodes ?? [])),
    0,
  );
}
