import type { Block, BlockType, InlineNode, InlineType, RichDocument } from "../../text/document/model.ts";

/** What an answer may be made of. What stands in other blocks stays without them, and what shows something goes. */
const blocks: ReadonlySet<BlockType> = new Set([
  "paragraph",
  "heading-1",
  "heading-2",
  "heading-3",
  "list-ordered",
  "list-unordered",
  "list-tasks",
  "list-item",
  "divider",
  "blockquote",
  "hint",
  "code",
  "code-line",
]);
const inlines: ReadonlySet<InlineType> = new Set(["emoji", "inline-math"]);
const address = /\b(?:[a-z][a-z+.-]{1,20}:\/\/|www\.|mailto:)[^\s<>()[\]"'`]{1,2000}/gi;

/**
 * What a model wrote without anything that loads or leads somewhere: pages may hold instructions to send a reader, or
 * what an answer says, elsewhere. Addresses stay that stand in `known`, from which the answer was made.
 */
export function safeDocument(document: RichDocument, known: string): RichDocument {
  const cleaner = new Cleaner(known);
  return { object: "document", data: document.data, nodes: cleaner.blocks(document.nodes) };
}

class Cleaner {
  readonly #known: string;

  constructor(known: string) {
    this.#known = known;
  }

  blocks(nodes: readonly (Block | InlineNode)[]): Block[] {
    return nodes.flatMap((node) => (node.object === "block" ? this.#block(node) : []));
  }

  #block({ type, isVoid, data, nodes = [] }: Block): Block[] {
    if (!blocks.has(type)) return this.blocks(nodes);
    const inner = nodes.flatMap((node): (Block | InlineNode)[] =>
      node.object === "block" ? this.#block(node) : this.#inline(node, type === "code-line"),
    );
    const { verbatim: _verbatim, ...plain } = data;
    return [{ object: "block", type, isVoid, data: plain, nodes: inner }];
  }

  #inline(node: InlineNode, isCode: boolean): InlineNode[] {
    if (node.object === "text") {
      const leaves = node.leaves.map(({ object, text, marks }) => ({
        object,
        text: isCode ? text : this.#text(text),
        marks,
      }));
      return [{ object: "text", leaves }];
    }
    if (inlines.has(node.type)) return [node];
    const inner = (node.nodes ?? []).flatMap((one) => this.#inline(one, isCode));
    const { ref } = node.data as { ref?: { kind?: string; url?: string } };
    if (node.type !== "link" || ref?.kind !== "url" || !this.#knows(ref.url ?? "")) return inner;
    return [{ object: "inline", type: "link", isVoid: false, data: { ref }, nodes: inner }];
  }

  #knows(url: string): boolean {
    return /^https?:\/\/./.test(url) && this.#known.includes(url);
  }

  #text(text: string): string {
    return text.replace(address, (found) => (this.#knows(found) ? found : "(address left out)"));
  }
}
