import type { Token, Tokens } from "marked";
import { readHtml } from "../../grammar/html.ts";
import { DEEPEST_NESTING, type FrameRegion, findRegions, type Region } from "../../grammar/regions.ts";
import { withoutEnd } from "../../text/trim.ts";
import { assignKeys, attachSources, OriginalText, type PlacedBlock, trimmedEnd } from "../block-source.ts";
import {
  type Block,
  type BlockType,
  block,
  type InlineNode,
  plainText,
  type ReferenceReader,
  type RichDocument,
  textNode,
  verbatimParagraph,
} from "../model.ts";
import { blockOfElement, flowFromHtml } from "./blocks-from-html.ts";
import { piecesOf } from "./markdown-lexer.ts";
import { PageReader } from "./page-reader.ts";
import { type TableColumn, tableBlock, tableFromHtml } from "./table.ts";
import { blockOfTag, fitsItsPlace, placeFrame } from "./tag-blocks.ts";

interface DocumentFromMarkdownOptions {
  /** Turns the addresses of links, images and files into references; by default each is a reference to that URL. */
  reference?: ReferenceReader;
}

/**
 * Reads Markdown in GitBook's dialect as a rich document. `markdown` is the body of a page, without front matter and
 * title. Never fails: what no block stands for is kept as text. `markdownFromDocument` gives the same Markdown back.
 */
export function documentFromMarkdown(markdown: string, options: DocumentFromMarkdownOptions = {}): RichDocument {
  const text = markdown.replace(/\r\n?/g, "\n");
  const reader = new PageReader(options.reference ?? ((href) => ({ kind: "url", url: href })));
  const placed = readBlocks(text, reader, 0);
  reader.finish();
  const original = new OriginalText(markdown);
  const lead = attachSources(placed, 0, text.length, original);
  const document: RichDocument = {
    object: "document",
    data: { schemaVersion: 1 },
    nodes: placed.map((found) => found.block),
    source: { original: original.digest, lead, length: markdown.length },
  };
  assignKeys(document);
  return document;
}

/** Reads the blocks of a page, or of the content of a list item or quote, which is a page one level deeper. */
function readBlocks(text: string, reader: PageReader, depth: number): PlacedBlock[] {
  if (depth > DEEPEST_NESTING || !reader.takeBlocks(0)) {
    const whole = text.trim();
    return whole === "" ? [] : [{ block: verbatimParagraph(whole), start: 0, end: text.length }];
  }
  return readRegions(text, findRegions(text), { reader, depth });
}

interface Place {
  reader: PageReader;
  depth: number;
  /** Name of the tag around. */
  parent?: string;
}

function readRegions(text: string, regions: readonly Region[], place: Place): PlacedBlock[] {
  const placed: PlacedBlock[] = [];
  for (const region of regions) {
    if (place.reader.isFull) {
      for (const rest of verbatim(text, region.start, regions.at(-1)?.end ?? text.length)) placed.push(rest);
      break;
    }
    for (const found of readRegion(text, region, place)) placed.push(found);
  }
  return placed;
}

function readRegion(text: string, region: Region, place: Place): PlacedBlock[] {
  const { start } = region;
  switch (region.kind) {
    case "markdown":
      return readMarkdown(text, start, region.end, place);
    case "math":
      return [{ block: block("math", { formula: region.formula }), start, end: trimmedEnd(text, start, region.end) }];
    case "tag": {
      const found = blockOfTag(region.tag, place.reader);
      return found
        ? [{ block: found, start, end: trimmedEnd(text, start, region.end) }]
        : verbatim(text, start, region.end);
    }
    case "frame":
      return readFrame(text, region, place);
  }
}

function readFrame(text: string, region: FrameRegion, place: Place): PlacedBlock[] {
  const fits = fitsItsPlace(text, region, place.parent);
  const { name } = region.tag;
  const deeper = { reader: place.reader, depth: place.depth + 1, ...(fits ? { parent: name } : {}) };
  const children = readRegions(text, region.children, deeper);
  const framed = fits ? placeFrame(text, region, children, place.reader) : undefined;
  if (framed) return [framed];
  return [
    ...verbatim(text, region.start, region.openEnd),
    ...children,
    ...verbatim(text, region.closeStart, region.end),
  ];
}

function verbatim(text: string, start: number, end: number): PlacedBlock[] {
  const whole = text.slice(start, end).trim();
  return whole === "" ? [] : [{ block: verbatimParagraph(whole), start, end: trimmedEnd(text, start, end) }];
}

function readMarkdown(text: string, start: number, end: number, place: Place): PlacedBlock[] {
  const placed: PlacedBlock[] = [];
  for (const piece of piecesOf(text.slice(start, end))) {
    if (place.reader.isFull) {
      for (const rest of verbatim(text, start + piece.start, end)) placed.push(rest);
      break;
    }
    readPiece(text, start + piece.start, start + piece.end, place, placed);
  }
  return placed;
}

function readPiece(text: string, start: number, end: number, place: Place, placed: PlacedBlock[]): void {
  const markdown = text.slice(start, end);
  const tokens = place.reader.lexer.blockTokens(markdown);
  if (tokens === undefined) {
    for (const whole of verbatim(text, start, end)) placed.push(whole);
    return;
  }
  let at = start;
  for (const token of tokens) {
    const tokenEnd = Math.min(end, at + token.raw.length);
    const found = blockFromToken(token, place);
    if (found) placed.push({ block: found, start: at, end: trimmedEnd(text, at, tokenEnd) });
    at = tokenEnd;
  }
}

function blockFromToken(token: Token, { reader, depth }: Place): Block | undefined {
  if (token.type === "space" || token.type === "def") return undefined;
  if (!reader.takeBlocks(sizeOf(token))) return verbatimParagraph(token.raw.trim());
  switch (token.type) {
    case "hr":
      return block("divider", {});
    case "heading":
      return heading(token as Tokens.Heading, reader);
    case "code":
      return codeBlock(token as Tokens.Code);
    case "blockquote": {
      const nodes = readBlocks((token as Tokens.Blockquote).text, reader, depth + 1).map((child) => child.block);
      return block("blockquote", {}, { nodes });
    }
    case "list":
      return list(token as Tokens.List, reader, depth);
    case "table":
      return gridTable(token as Tokens.Table, reader);
    case "html":
      return htmlBlock(token.raw.trim(), reader);
    default:
      return paragraph("text" in token ? token.text : token.raw, reader);
  }
}

/** How many blocks a token becomes, not counting those inside its items. */
function sizeOf(token: Token): number {
  if (token.type === "list") return (token as Tokens.List).items.length;
  if (token.type === "table") return (token as Tokens.Table).rows.length * (token as Tokens.Table).header.length;
  return 1;
}

function paragraph(text: string, reader: PageReader): Block {
  const nodes = reader.inlineNodes(text.trim());
  const found = block("paragraph", {}, { nodes });
  if (/^!\[|^<img\s/.test(text)) reader.whenRead(() => becomeImages(found, nodes));
  return found;
}

/** A paragraph of nothing but images is what Markdown has for an image block. */
function becomeImages(paragraph: Block, nodes: readonly InlineNode[]): void {
  const images: Block[] = [];
  for (const node of nodes) {
    if (node.object === "text") {
      if (node.leaves.some((leaf) => leaf.verbatim || leaf.text.trim() !== "")) return;
    } else {
      if (node.type !== "inline-image" || node.data.size !== undefined) return;
      const { caption, ...data } = node.data;
      const nodes = [block("paragraph", {}, { nodes: [textNode(String(caption))] })];
      const fragments =
        caption === undefined ? [] : [{ object: "fragment" as const, type: "caption", fragment: "caption", nodes }];
      images.push(block("image", data, { fragments }));
    }
  }
  paragraph.type = "images";
  paragraph.nodes = images;
}

function heading(token: Tokens.Heading, reader: PageReader): Block {
  const type: BlockType = token.depth === 1 ? "heading-1" : token.depth === 2 ? "heading-2" : "heading-3";
  const anchor = /^(.*?)[ \t]*<a (?:href="#[^"]*" )?id="([-a-z0-9.+_]+)"><\/a>$/s.exec(token.text.trimEnd());
  const data = { ...(anchor?.[2] ? { id: anchor[2] } : {}), ...(token.depth > 3 ? { level: token.depth } : {}) };
  return reader.heading(block(type, data, { nodes: reader.inlineNodes((anchor?.[1] ?? token.text).trim()) }));
}

function codeBlock(token: Tokens.Code): Block {
  const [syntax, ...info] = (token.lang ?? "").trim().split(/\s+/);
  const data = { ...(syntax ? { syntax } : {}), ...(info.length > 0 ? { info: info.join(" ") } : {}) };
  // marked adds a line feed to fenced code that ends in an empty line.
  const text = token.codeBlockStyle === "indented" ? withoutEnd(token.text, "\n") : token.text.replace(/\n$/, "");
  return block("code", data, { nodes: text.split("\n").map(codeLine) });
}

function codeLine(line: string): Block {
  return block("code-line", {}, { nodes: line === "" ? [] : [textNode(line)] });
}

function list(token: Tokens.List, reader: PageReader, depth: number): Block {
  const nodes = token.items.map((item) => {
    const children = readBlocks(item.text, reader, depth + 1).map((child) => child.block);
    return block("list-item", item.task ? { checked: item.checked === true } : {}, { nodes: children });
  });
  if (token.ordered) return block("list-ordered", { start: Number(token.start) }, { nodes });
  const tasks = nodes.every((item) => item.data.checked !== undefined);
  return block(tasks ? "list-tasks" : "list-unordered", {}, { nodes });
}

function gridTable(token: Tokens.Table, reader: PageReader): Block {
  const columns = token.header.map((cell) => {
    const markdown = cell.text.trim();
    const column: TableColumn = { title: markdown, type: "text" };
    if (cell.align) column.textAlignment = cell.align;
    const nodes = reader.inlineNodes(markdown);
    reader.whenRead(() => titleColumn(column, markdown, nodes));
    return column;
  });
  const rows = token.rows.map((row) => row.map((cell) => ({ blocks: pipeCell(cell.text.trim(), reader) })));
  const table = block("table", {}, { fragments: [] });
  reader.whenRead(() => Object.assign(table, tableBlock({ view: "grid", columns, rows })));
  return table;
}

/** A cell of a Markdown table is one paragraph, unless it has HTML of blocks in it, such as a list. */
function pipeCell(markdown: string, reader: PageReader): Block[] {
  const children = /<(?:blockquote|details|div|figure|h[1-6]|ol|p|pre|ul)[\s>]/i.test(markdown)
    ? readHtml(markdown)
    : undefined;
  if (children === undefined) return [block("paragraph", {}, { nodes: reader.inlineNodes(markdown) })];
  const content = { innerStart: 0, innerEnd: markdown.length, children };
  return flowFromHtml(markdown, content, reader, (inline) => inline);
}

/** A title is plain text; the Markdown it was written in is kept beside it when that has formatting. */
function titleColumn(column: TableColumn, markdown: string, nodes: readonly InlineNode[]): void {
  column.title = plainText(nodes);
  const isPlain = (node: InlineNode) =>
    node.object === "text" && node.leaves.every((leaf) => leaf.marks.length === 0 && !leaf.verbatim);
  if (!nodes.every(isPlain)) column.markdown = markdown;
}

/** Comments are no content; other HTML that no block stands for is kept as text. */
function htmlBlock(html: string, reader: PageReader): Block | undefined {
  if (/^<!--(?:(?!-->)[\s\S])*-->$/.test(html) || html === "") return undefined;
  if (/^<img\s[^<>]*>$/.test(html)) return paragraph(html, reader);
  return blockFromHtml(html, reader) ?? verbatimParagraph(html);
}

/**
 * The block an HTML block stands for: figures, tables, code, lists, hints, aligned text. Nothing when HTML means
 * something else or holds more than that block can keep.
 */
function blockFromHtml(html: string, reader: PageReader): Block | undefined {
  const elements = readHtml(html);
  const element = elements?.[0];
  if (!element || elements.length !== 1 || html.slice(0, element.start).trim() || html.slice(element.end).trim()) {
    return undefined;
  }
  if (element.name === "table") return tableFromHtml(html, element, reader);
  const found = blockOfElement(html, element, reader);
  return found?.type.startsWith("heading") ? reader.heading(found) : found;
}
