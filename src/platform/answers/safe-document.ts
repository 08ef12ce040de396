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
/** What in a formula leads or loads. */
const leading = /\\(?:href|url|include|html|input)|:\/\//i;
/** An address of which only a beginning was taken leads elsewhere. */
const goesOn = /^(?:[\p{L}\p{N}/_~%#?&=+@:-]|\.[\p{L}\p{N}])/u;
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
    return [{ object: "block", type, isVoid, data, nodes: inner }];
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
    if (inlines.has(node.type)) return leading.test(JSON.stringify(node.data)) ? [] : [node];
    const inner = (node.nodes ?? []).flatMap((one) => this.#inline(one, isCode));
    const { ref } = node.data as { ref?: { kind?: string; url?: string } };
    if (node.type !== "link" || ref?.kind !== "url" || !this.#knows(ref.url ?? "")) return inner;
    return [{ object: "inline", type: "link", isVoid: false, data: { ref }, nodes: inner }];
  }

  #knows(url: string): boolean {
    if (!/^https?:\/\/./.test(url)) return false;
    for (let at = this.#known.indexOf(url); at !== -1; at = this.#known.indexOf(url, at + 1)) {
      if (!goesOn.test(this.#known.slice(at + url.length, at + url.length + 2))) return true;
    }
    return false;
  }

  #text(text: string): string {
    return text.replace(address, (found) => {
      const url = found.replace(/[.,;:!?]+$/, "");
      return this.#knows(url) ? found : `(address left out)${found.slice(url.length)}`;
    });
  }
}
