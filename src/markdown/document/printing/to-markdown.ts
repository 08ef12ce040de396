import { escapeHtml, printHtmlTag } from "../../grammar/html.ts";
import { maxNestingDepth } from "../../grammar/regions.ts";
import { printTag } from "../../grammar/tags.ts";
import { withoutEnd } from "../../text/trim.ts";
import { frameChildren, isUnchanged } from "../block-source.ts";
import { escapeBlock, escapeEnds } from "../escape-markdown.ts";
import {
  type Block,
  blockNodes,
  defaultHref,
  expandablePart,
  type InlineNode,
  inlineNodes,
  isBlock,
  isVerbatim,
  plainText,
  type ReferencePrinter,
  type RichDocument,
} from "../model.ts";
import { attributesOfBlock, formOfType } from "../tag-attributes.ts";
import { codeBlockToMarkdown, figureToHtml, imagesToHtml } from "./blocks-to-html.ts";
import { getHref, getText, inlineToMarkdown } from "./inline-to-markdown.ts";
import { tableToMarkdown } from "./table-to-markdown.ts";

interface MarkdownFromDocumentOptions {
  /** Turns references into addresses: the inverse of the reader's `reference`. */
  href?: ReferencePrinter;
}

/**
 * Prints a rich document as Markdown. Blocks that still match their source are printed byte for byte, with the
 * space between them; changed and new blocks are printed in one canonical form. Throws a TypeError when `nodes` is
 * not a list of blocks.
 */
export function markdownFromDocument(document: RichDocument, options: MarkdownFromDocumentOptions = {}): string {
  if (!Array.isArray(document.nodes) || !document.nodes.every((node) => node?.object === "block")) {
    throw new TypeError("The nodes of a document are blocks.");
  }
  const printing = { href: options.href ?? defaultHref, depth: 0 };
  const { source } = document;
  const sequenceEnd = source && { original: source.original, end: source.length };
  return printLead(document) + printSequence(document.nodes, printing, sequenceEnd);
}

/** The text before the first block; it ends with a blank line if that block is not the one it preceded. */
function printLead({ source, nodes }: RichDocument): string {
  if (!source) return "";
  const first = nodes[0]?.source;
  const asBefore = first === undefined ? nodes.length === 0 : first.offset === source.lead.length;
  return asBefore || source.lead.trim() === "" ? source.lead : `${source.lead.trimEnd()}\n\n`;
}

/** Where a sequence of blocks ended, and in which source text. */
interface SequenceEnd {
  original: string;
  end: number;
}

/**
 * Prints neighbouring blocks; those that were not neighbours in the original get a blank line between them. `sequenceEnd`
 * is where the sequence was there; a new one has none.
 */
function printSequence(blocks: readonly Block[], printing: BlockPrinting, sequenceEnd?: SequenceEnd): string {
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
      keepsGap && isNeighbour(block, next, sequenceEnd) ? (block.source?.gap ?? "") : newGap(block, next, body),
    );
    before = body;
  }
  return parts.join("");
}

/** Whether `next`, or the end of the sequence, followed the block in the original. */
function isNeighbour(block: Block, next: Block | undefined, sequenceEnd?: SequenceEnd): boolean {
  const { source } = block;
  if (!source) return false;
  const follower = next ? next.source && { original: next.source.original, end: next.source.offset } : sequenceEnd;
  return follower?.original === source.original && follower.end === endOffset(block) + source.gap.length;
}

/** A blank line, or a line end at the end. Comments and link definitions after a block stay when it is removed. */
function newGap(block: Block, next: Block | undefined, body: string): string {
  const gapContent = block.source?.gap.trim() ?? "";
  if (body === "" && gapContent === "") return "";
  return (gapContent === "" ? "" : `\n\n${gapContent}`) + (next ? "\n\n" : "\n");
}

/** Where a block ended in the original. */
function endOffset({ source }: Block): number {
  if (!source) return -2;
  return source.offset + ("open" in source ? source.length : source.markdown.length);
}

/** The marker that joins list items to one list, if the Markdown begins with one. */
function listMarker(markdown: string): string {
  const match = /^ {0,3}(?:([-*+])|\d{1,9}([.)]))(?=\s|$)/.exec(markdown);
  return match?.[1] ?? match?.[2] ?? "";
}

/** `takenMarkers` are those of the lists right before and after: with the same marker they would be one list. */
function printBlock(block: Block, unchanged: boolean, printing: BlockPrinting, takenMarkers: string): string {
  const { source } = block;
  if (source && "markdown" in source && unchanged) return source.markdown;
  const parts = printFrameParts(block, printing);
  if (!parts || printing.depth >= maxNestingDepth) {
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

interface BlockPrinting {
  href: ReferencePrinter;
  depth: number;
}

/** Prints blocks one level deeper, with blank lines between them and none at the end. */
type ChildPrinter = (blocks: readonly Block[], printing: BlockPrinting) => string;

/** The opening and closing lines of a block whose children are between them; nothing for other blocks. */
function printFrameParts(block: Block, printing: BlockPrinting): { open: string; close: string } | undefined {
  switch (block.type) {
    case "if":
      return { open: `{% if ${getText(block.data ?? {}, "expression").replace(/\s+/g, " ")} %}`, close: "{% endif %}" };
    case "expandable": {
      const title = expandablePart(block, "title");
      const summary = inlineToMarkdown(
        title.flatMap((node) => inlineNodes(node.nodes)),
        { ...printing, html: true },
      );
      const opening = block.data?.defaultExpanded === true ? "<details open>" : "<details>";
      return { open: `${opening}\n\n<summary>${summary}</summary>\n`, close: "\n</details>" };
    }
    case "hint":
    case "prompt":
    case "tabs":
    case "tabs-item":
    case "stepper":
    case "stepper-step":
    case "columns":
    case "column":
    case "updates":
    case "update": {
      const form = formOfType(block.type);
      if (!form) return undefined;
      const attributes = attributesOfBlock(form, block, printing.href);
      return { open: printTag(form.tag, attributes), close: `{% end${form.tag} %}` };
    }
    default:
      return undefined;
  }
}

/** The canonical Markdown of a block that is not a frame; only the words of anything nested too deep. */
function blockToMarkdown(
  block: Block,
  printing: BlockPrinting,
  takenMarkers: string,
  printChildren: ChildPrinter,
): string {
  if (printing.depth >= maxNestingDepth)
    return escapeBlock(inlineToMarkdown([flatText(block)], { ...printing, singleLine: true }));
  const data = block.data ?? {};
  const nodes = inlineNodes(block.nodes);
  switch (block.type) {
    case "paragraph":
      return paragraph(block, nodes, printing);
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return heading(block, nodes, printing);
    case "divider":
      return "***";
    case "blockquote":
      return indent(
        printChildren(blockNodes(block.nodes), { ...printing, depth: printing.depth + 1 }) || "",
        "> ",
        "> ",
        ">",
      );
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return list(block, printing, takenMarkers, printChildren);
    case "code":
      return codeBlockToMarkdown(block, printing);
    case "math":
      return `$$\n${getText(data, "formula")}\n$$`;
    case "table":
      return tableToMarkdown(block, printing);
    case "images":
      return imagesToHtml(block, printing);
    case "image":
      return figureToHtml(block, printing);
    case "drawing":
      return `<figure>${printHtmlTag("img", { src: getHref(data, "ref", printing), alt: "", class: "gitbook-drawing" })}</figure>`;
    case "reusable-content":
      return `{% include "${getHref(data, "ref", printing).replace(/["\n]/g, "")}" %}`;
    case "integration":
      return integration(block);
    default:
      return (
        tagged(block, printing) ?? printChildren(blockNodes(block.nodes), { ...printing, depth: printing.depth + 1 })
      );
  }
}

/** All words of a block, found iteratively, since nesting may be arbitrarily deep. */
function flatText(block: Block): InlineNode {
  const words: string[] = [];
  const waiting: Block[] = [block];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const text = plainText(inlineNodes(next.nodes)).trim();
    if (text) words.push(text);
    const inFragments = (next.fragments ?? []).flatMap((fragment) => fragment.nodes);
    for (const child of [...blockNodes(next.nodes), ...inFragments].reverse()) waiting.push(child);
  }
  return { object: "text", leaves: [{ object: "leaf", text: words.join(" "), marks: [] }] };
}

function paragraph({ data = {} }: Block, nodes: readonly InlineNode[], printing: BlockPrinting): string {
  if (isVerbatim(nodes)) return withoutEnd(plainText(nodes), "\n");
  const align =
    data.align === "center" ? "center" : data.align === "end" ? "right" : data.align === "start" ? "left" : undefined;
  if (align || (plainText(nodes) === "" && !nodes.some((node) => node.object === "inline"))) {
    return `${printHtmlTag("p", { align })}${inlineToMarkdown(nodes, { ...printing, html: true })}</p>`;
  }
  const markdown = escapeBlock(inlineToMarkdown(nodes, printing));
  // A line that begins with an image is read as an image block, one with `<img>` or `<br>` as HTML.
  return /^(?:!\[|<img|<br>$)/.test(markdown)
    ? `<p>${inlineToMarkdown(nodes, { ...printing, html: true })}</p>`
    : markdown;
}

function heading({ type, data = {} }: Block, nodes: readonly InlineNode[], printing: BlockPrinting): string {
  const level = type === "heading-1" ? 1 : type === "heading-2" ? 2 : Number(data.level ?? 3);
  const align =
    data.align === "center" ? "center" : data.align === "end" ? "right" : data.align === "start" ? "left" : undefined;
  if (align && level >= 1 && level <= 6) {
    return `${printHtmlTag(`h${level}`, { align })}${inlineToMarkdown(nodes, { ...printing, html: true })}</h${level}>`;
  }
  const text = escapeEnds(inlineToMarkdown(nodes, { ...printing, singleLine: true })).replace(/#+$/, "\\$&");
  const id = getText(data, "id");
  const anchor = id === "" ? "" : ` <a href="#${escapeHtml(id)}" id="${escapeHtml(id)}"></a>`;
  return `${"#".repeat(Math.min(6, Math.max(1, level)))} ${text}${anchor}`.trimEnd();
}

function list(block: Block, printing: BlockPrinting, takenMarkers: string, printChildren: ChildPrinter): string {
  const ordered = block.type === "list-ordered";
  const free = (ordered ? [".", ")"] : ["*", "-", "+"]).find((marker) => !takenMarkers.includes(marker));
  const start = Number(block.data?.start ?? 1);
  const items = blockNodes(block.nodes).map((item, index) => {
    const number = Math.min(999_999_999, Math.max(0, Math.trunc(start) || 0) + index);
    const marker = ordered ? `${number}${free ?? "."} ` : `${free ?? "*"} `;
    const checked = item.data?.checked ?? (block.type === "list-tasks" ? false : undefined);
    const box = checked === undefined ? "" : checked === true ? "[x] " : "[ ] ";
    const content = printChildren(blockNodes(item.nodes), { ...printing, depth: printing.depth + 1 });
    // After a list marker, `***` would make the whole line a divider.
    return indent(box + content.replace(/^\*\*\*(?=\n|$)/, "___"), marker, " ".repeat(marker.length), "");
  });
  return items.join(items.some((item) => item.includes("\n\n")) ? "\n\n" : "\n");
}

function indent(text: string, first: string, rest: string, blank: string): string {
  return text
    .split("\n")
    .map((line, index) => (line === "" ? (index === 0 ? first.trimEnd() : blank) : (index === 0 ? first : rest) + line))
    .join("\n");
}

function integration({ data = {} }: Block): string {
  const name = `@${getText(data, "integration")}/${getText(data, "block")}`;
  const props = typeof data.props === "object" && data.props !== null ? { ...data.props } : {};
  const content = getText(data, "content");
  return `${printTag(name, props)}${content === "" ? "" : `\n${content}\n{% end${name} %}`}`;
}

/** Void blocks that are written as a tag. */
function tagged(block: Block, printing: BlockPrinting): string | undefined {
  const form = formOfType(block.type);
  if (!form) return undefined;
  const data = block.data ?? {};
  const opening = printTag(form.tag, attributesOfBlock(form, block, printing.href, ["content"]));
  const href = getHref(data, "ref", printing);
  const content =
    block.type === "content-ref"
      ? `[${escapeEnds(href.replace(/[\\[\]]/g, ""))}](<${href.replace(/[<>\n]/g, "")}>)`
      : getText(data, "content");
  return content === "" ? opening : `${opening}\n${content}\n{% end${form.tag} %}`;
}
