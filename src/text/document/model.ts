/** A reference to content, told apart by `kind`. Kinds beyond these keep their members. */
export type ContentReference =
  | { kind: "url"; url: string }
  | { kind: "file"; file: string; space?: string }
  | { kind: "page"; page: string; space?: string }
  | { kind: "anchor"; anchor: string; page?: string; space?: string }
  | { kind: "user"; user: string }
  | { kind: "collection"; collection: string }
  | { kind: "space"; space: string }
  | { kind: "reusable-content"; reusableContent: string; space?: string }
  | { kind: "openapi"; spec: string }
  | { kind: "tag"; tag: string };

export type MarkType =
  | "bold"
  | "italic"
  | "code"
  | "keyboard"
  | "strikethrough"
  | "color"
  | "superscript"
  | "subscript";

export interface Mark {
  object: "mark";
  type: MarkType;
  /** For `color`: `{text, background}`, each a color name, `default` for none. */
  data?: Data;
}

export interface Leaf {
  object: "leaf";
  text: string;
  marks: Mark[];
  /** The text is Markdown or HTML that no inline type stands for; it is printed as it is, never escaped. */
  verbatim?: true;
}

export interface Text {
  object: "text";
  leaves: Leaf[];
}

export type InlineType =
  | "link"
  | "emoji"
  | "icon"
  | "expression"
  | "inline-math"
  | "inline-image"
  | "annotation"
  | "mention"
  | "button";

export interface Inline {
  object: "inline";
  type: InlineType;
  isVoid: boolean;
  data: Data;
  nodes?: InlineNode[];
  fragments?: Fragment[];
}

export type InlineNode = Text | Inline;

export type BlockType =
  | "paragraph"
  | "heading-1"
  | "heading-2"
  | "heading-3"
  | "list-ordered"
  | "list-unordered"
  | "list-tasks"
  | "list-item"
  | "divider"
  | "blockquote"
  | "hint"
  | "prompt"
  | "if"
  | "images"
  | "image"
  | "file"
  | "drawing"
  | "embed"
  | "code"
  | "code-line"
  | "math"
  | "expandable"
  | "tabs"
  | "tabs-item"
  | "table"
  | "swagger"
  | "openapi-operation"
  | "openapi-schemas"
  | "openapi-webhook"
  | "content-ref"
  | "integration"
  | "reusable-content"
  | "stepper"
  | "stepper-step"
  | "columns"
  | "column"
  | "updates"
  | "update";

export interface Block {
  object: "block";
  type: BlockType;
  isVoid: boolean;
  /** Members depend on the type. `level` (4 to 6), on a `heading-3` written deeper than the model goes, is ours. */
  data: Data;
  /** Attributes of the block's tag that `data` has no member or no such value for, as written. */
  attributes?: Record<string, string>;
  nodes?: (Block | InlineNode)[];
  fragments?: Fragment[];
  /** The same for the same content at the same place among its equals. */
  key?: string;
  meta?: Data;
  source?: BlockSource;
}

/** The blocks a void block holds: table cells by `fragment` name, captions, expandable titles and bodies by both. */
export interface Fragment {
  object: "fragment";
  type?: string;
  fragment?: string;
  nodes: Block[];
}

/** The Markdown a block was read from. It is printed back byte for byte while `digest` still fits the block. */
export type BlockSource = LeafSource | FrameSource;

interface SourcePlace {
  digest: string;
  /** Digest of the whole Markdown: only in one text do offsets compare. */
  original: string;
  /** Where the block begins in the Markdown of the document, in UTF-16 units. */
  offset: number;
  /** What followed the block up to the next one: blank lines, comments, link definitions. */
  gap: string;
}

/** A block that is printed as a whole; the digest covers everything in it. */
export interface LeafSource extends SourcePlace {
  markdown: string;
}

/** A block whose children lie between an opening and a closing part and carry their own sources; the digest covers the block without them. */
export interface FrameSource extends SourcePlace {
  /** The opening part, with whatever came before the first child. */
  open: string;
  close: string;
  /** Length of the whole block, children included. */
  length: number;
}

export interface RichDocument {
  object: "document";
  data: { schemaVersion: number; [member: string]: unknown };
  nodes: Block[];
  meta?: Data;
  /** The text before the first block, and the length and digest of the whole Markdown. */
  source?: { original: string; lead: string; length: number };
}

export type Data = Record<string, unknown>;

/** Deepest nesting of blocks that is read or printed as blocks; what lies deeper becomes verbatim text. */
export const DEEPEST_NESTING = 16;

export function textNode(text: string): Text {
  return { object: "text", leaves: [{ object: "leaf", text, marks: [] }] };
}

export function block(
  type: BlockType,
  data: Data,
  content: { nodes?: (Block | InlineNode)[]; fragments?: Fragment[] } = {},
): Block {
  return { object: "block", type, isVoid: content.nodes === undefined, data, ...content };
}

/** A paragraph that carries Markdown or HTML no block type stands for. */
export function verbatimParagraph(text: string): Block {
  const leaf: Leaf = { object: "leaf", text, marks: [], verbatim: true };
  return block("paragraph", {}, { nodes: [{ object: "text", leaves: [leaf] }] });
}

/** Whether nodes are nothing but text to be printed as it is. */
export function isVerbatim(nodes: readonly InlineNode[]): boolean {
  const isVerbatimText = (node: InlineNode) =>
    node.object === "text" && node.leaves?.every((leaf) => leaf.verbatim && (leaf.marks ?? []).length === 0);
  return plainText(nodes) !== "" && nodes.every(isVerbatimText);
}

export function isBlock(node: Block | InlineNode): node is Block {
  return node.object === "block";
}

export function blockNodes(nodes: Block["nodes"]): Block[] {
  return (nodes ?? []).filter(isBlock);
}

export function inlineNodes(nodes: Block["nodes"]): InlineNode[] {
  return (nodes ?? []).filter((node): node is InlineNode => node.object !== "block");
}

/** The words in inline nodes, without their formatting. */
export function plainText(nodes: readonly InlineNode[] | undefined): string {
  let text = "";
  const waiting = [...(nodes ?? [])].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.object === "text") for (const leaf of node.leaves ?? []) text += leaf.text;
    else for (const child of [...(node.nodes ?? [])].reverse()) waiting.push(child);
  }
  return text;
}
