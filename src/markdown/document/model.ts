import { mentionHref } from "./mentions.ts";

/** A reference to content, discriminated by `kind`. Unknown kinds keep their members. */
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
  /** For `color`: `{text, background}`, each a color name, or `default`. */
  data?: Data;
}

export interface Leaf {
  object: "leaf";
  text: string;
  marks: Mark[];
  /** The text is Markdown or HTML without an inline type; it is printed verbatim, never escaped. */
  verbatim?: true;
}

interface Text {
  object: "text";
  leaves: Leaf[];
}

/**
 * The title of a link that is shown with the title of the page it leads to. In HTML it is the attribute `data-mention`.
 */
export const mentionTitle = "mention";

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
  /** Members depend on the type. `level` (4 to 6), on a `heading-3` written deeper than the model allows, is ours. */
  data: Data;
  /** Attributes of the block's tag that have no member or no such value in `data`, as written. */
  attributes?: Record<string, string>;
  nodes?: (Block | InlineNode)[];
  fragments?: Fragment[];
  /** Stable for the same content at the same position among equal blocks. */
  key?: string;
  meta?: Data;
  source?: BlockSource;
}

/** The blocks in a void block: table cells by `fragment` name, captions, expandable titles and bodies by both. */
export interface Fragment {
  object: "fragment";
  type?: string;
  fragment?: string;
  nodes: Block[];
}

/** The Markdown a block was read from. It is printed byte for byte while `digest` matches the block. */
type BlockSource = LeafSource | FrameSource;

interface SourcePosition {
  digest: string;
  /** Digest of the whole Markdown: offsets compare only within one text. */
  original: string;
  /** Where the block begins in the Markdown of the document, in UTF-16 units. */
  offset: number;
  /** The text between the block and the next one: blank lines, comments, link definitions. */
  gap: string;
}

/** A block that is printed as a whole; the digest covers everything in it. */
interface LeafSource extends SourcePosition {
  markdown: string;
}

/** A block whose children, between an opening and a closing part, have their own sources; the digest excludes them. */
interface FrameSource extends SourcePosition {
  /** The opening part, with any text before the first child. */
  open: string;
  close: string;
  /** Length of the whole block, including its children. */
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

/** A paragraph of Markdown or HTML that has no block type. */
export function verbatimParagraph(text: string): Block {
  const leaf: Leaf = { object: "leaf", text, marks: [], verbatim: true };
  return block("paragraph", {}, { nodes: [{ object: "text", leaves: [leaf] }] });
}

/** Whether all nodes are text to be printed verbatim. */
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

const markOrder: readonly MarkType[] = [
  "bold",
  "italic",
  "strikethrough",
  "color",
  "superscript",
  "subscript",
  "keyboard",
  "code",
];

/** The marks of a leaf in canonical order, each type once, so that equal formatting compares equal. */
export function sortMarks(marks: readonly Mark[]): Mark[] {
  if (marks.length < 2) return [...marks];
  const byType = new Map(marks.map((mark) => [mark.type, mark]));
  return markOrder.flatMap((type) => byType.get(type) ?? []);
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark, index) => sameMark(mark, b[index]));
}

export function sameMark(a: Mark, b: Mark | undefined): boolean {
  return (
    a.type === b?.type &&
    a.data?.text === b.data?.text &&
    a.data?.background === b.data?.background &&
    a.data?.style === b.data?.style
  );
}

export function inline(type: InlineType, data: Inline["data"], nodes?: InlineNode[]): Inline {
  return nodes
    ? { object: "inline", type, isVoid: false, data, nodes }
    : { object: "inline", type, isVoid: true, data };
}

/** Collects inline nodes: adjacent text becomes one text node, text with the same marks one leaf. */
export class InlineBuilder {
  readonly nodes: InlineNode[] = [];

  text(text: string, marks: readonly Mark[], verbatim = false): void {
    if (text === "") return;
    const sorted = sortMarks(marks);
    const last = this.nodes.at(-1);
    const leaves = last?.object === "text" ? last.leaves : [];
    if (last?.object !== "text") this.nodes.push({ object: "text", leaves });
    const leaf = leaves.at(-1);
    if (leaf && (leaf.verbatim ?? false) === verbatim && sameMarks(leaf.marks, sorted)) leaf.text += text;
    else leaves.push(newLeaf(text, sorted, verbatim));
  }

  inline(node: Inline): void {
    this.nodes.push(node);
  }
}

function newLeaf(text: string, marks: Mark[], verbatim: boolean): Leaf {
  return verbatim ? { object: "leaf", text, marks, verbatim } : { object: "leaf", text, marks };
}

/** A block that opens at its title. An empty one has no body, since the model has no body without blocks. */
export function expandableBlock(title: InlineNode[], isOpen: boolean, body: Block[]): Block {
  const fragments: Fragment[] = [
    {
      object: "fragment",
      type: "expandable-title",
      fragment: "expandable-title",
      nodes: [block("paragraph", {}, { nodes: title })],
    },
  ];
  if (body.length > 0) {
    fragments.push({ object: "fragment", type: "expandable-body", fragment: "expandable-body", nodes: body });
  }
  return block("expandable", isOpen ? { defaultExpanded: true } : {}, { fragments });
}

export function expandablePart(expandable: Block, part: "title" | "body"): Block[] {
  const name = `expandable-${part}`;
  return expandable.fragments?.find((fragment) => (fragment.type ?? fragment.fragment) === name)?.nodes ?? [];
}

/** Where an address is used, which determines what it can refer to. */
type ReferenceKind = "link" | "image" | "file" | "specification" | "include";

/** Turns an address as written into a content reference. */
export type ReferenceReader = (href: string, kind: ReferenceKind) => ContentReference;

/** Turns a content reference into the address to write. */
export type ReferencePrinter = (reference: ContentReference) => string;

/** The default address of a reference in Markdown; empty for a reference that names nothing. */
export const defaultHref: ReferencePrinter = (reference) => {
  const members: { [member: string]: unknown } = { ...reference };
  const word = (member: string) => (typeof members[member] === "string" ? members[member] : "");
  switch (members.kind) {
    case "url":
      return word("url");
    case "file":
      return word("file").replace(/^[\w-]+$/, "/files/$&");
    case "page":
      return `/pages/${word("page")}`;
    case "anchor":
      return `${word("page") && `/pages/${word("page")}`}#${word("anchor")}`;
    case "space":
      return `/spaces/${word("space")}`;
    case "collection":
      return `/collections/${word("collection")}`;
    case "user":
      return mentionHref(word("user"));
    case "reusable-content":
      return word("reusableContent").replace(/^[\w-]+$/, "/reusable-content/$&");
    case "openapi":
      return word("spec");
    case "tag":
      return word("tag");
    default:
      return "";
  }
};

/**
 * The reference as a kind that fits where it is used: images and specifications accept a file or a URL, files and
 * drawings only a file. An unknown file is named by its address, which `defaultHref` prints verbatim.
 */
export function fittingReference(found: ContentReference, href: string, kind: ReferenceKind): ContentReference {
  if (kind === "link" || kind === "include" || found.kind === "file") return found;
  if (kind !== "file") return found.kind === "url" ? found : { kind: "url", url: href };
  return { kind: "file", file: href.replace(/^[\w-]+$/, "./$&") };
}
