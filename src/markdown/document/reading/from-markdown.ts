import { withoutEscapes } from "../../grammar/destinations.ts";
import { readHtml, withoutComments } from "../../grammar/html.ts";
import type { ParsedBlock } from "../../grammar/parsed-block.ts";
import type { PipeTable } from "../../grammar/pipe-table.ts";
import {
  type FrameRegion,
  findingRegions,
  type MarkdownRegion,
  maxNestingDepth,
  type Region,
} from "../../grammar/regions.ts";
import { runToEnd, type WorkInSteps } from "../../text/work-in-steps.ts";
import { assignKeys, attachSources, type LocatedBlock, OriginalText, trimmedEnd } from "../block-source.ts";
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
import { blockOfElement, flowFromHtml, tableFromElement, withoutStyles } from "./blocks-from-html.ts";
import { PageReader } from "./page-reader.ts";
import { type TableColumn, tableBlock } from "./table.ts";
import { blockOfTag, fitsParent, toFrameBlock } from "./tag-blocks.ts";

interface DocumentFromMarkdownOptions {
  /** Turns the addresses of links, images and files into references; by default each is a reference to that URL. */
  reference?: ReferenceReader;
  /**
   * For a document that is only displayed: omits keys and sources, which cost as much as parsing, and comments and
   * HTML that only styles, which others keep as text.
   */
  isOnlyShown?: boolean;
}

/**
 * Reads Markdown in GitBook's dialect as a rich document. `markdown` is the body of a page, without front matter and
 * title. Never fails: what has no block type is kept as text. `markdownFromDocument` returns the same Markdown.
 */
export function documentFromMarkdown(markdown: string, options: DocumentFromMarkdownOptions = {}): RichDocument {
  return runToEnd(readingOfDocument(markdown, options));
}

/** The same in steps: yields after each small piece, and returns the document. */
export function* readingOfDocument(
  markdown: string,
  options: DocumentFromMarkdownOptions = {},
): WorkInSteps<RichDocument> {
  const text = markdown.replace(/\r\n?/g, "\n");
  const reader = new PageReader(options.reference ?? ((href) => ({ kind: "url", url: href })), options.isOnlyShown);
  const located = yield* readBlocks(text, { reader, depth: 0, isNested: false });
  yield* reader.finish();
  if (options.isOnlyShown === true) {
    return { object: "document", data: { schemaVersion: 1 }, nodes: located.map((found) => found.block) };
  }
  const original = new OriginalText(markdown);
  const lead = yield* attachSources(located, 0, text.length, original);
  const document: RichDocument = {
    object: "document",
    data: { schemaVersion: 1 },
    nodes: located.map((found) => found.block),
    source: { original: original.digest, lead, length: markdown.length },
  };
  yield* assignKeys(document);
  return document;
}

/** Reads the blocks of a page, or of the content of a list item or quote, which is a page one level deeper. */
function* readBlocks(text: string, context: ReadingContext): WorkInSteps<LocatedBlock[]> {
  if (context.depth > maxNestingDepth || !context.reader.takeBlocks(0)) {
    const whole = text.trim();
    return whole === "" ? [] : [{ block: verbatimParagraph(whole), start: 0, end: text.length }];
  }
  const regions = yield* findingRegions(text);
  return yield* readRegions(text, regions, context);
}

interface ReadingContext {
  reader: PageReader;
  depth: number;
  /** Whether in a quote or a list, where headings begin no section of the page. */
  isNested: boolean;
  /** Name of the enclosing tag. */
  parent?: string;
}

function* readRegions(text: string, regions: readonly Region[], context: ReadingContext): WorkInSteps<LocatedBlock[]> {
  const located: LocatedBlock[] = [];
  for (const region of regions) {
    if (context.reader.isFull) {
      for (const rest of verbatim(text, region.start, regions.at(-1)?.end ?? text.length)) located.push(rest);
      break;
    }
    if (region.kind !== "markdown") context.reader.takeBlocks(1);
    for (const found of yield* readRegion(text, region, context)) located.push(found);
    yield;
  }
  return located;
}

function* readRegion(text: string, region: Region, context: ReadingContext): WorkInSteps<LocatedBlock[]> {
  const { start } = region;
  switch (region.kind) {
    case "markdown":
      return yield* readMarkdown(text, region, context);
    case "math":
      return [{ block: block("math", { formula: region.formula }), start, end: trimmedEnd(text, start, region.end) }];
    case "tag": {
      const found = blockOfTag(region.tag, context.reader);
      return found
        ? [{ block: found, start, end: trimmedEnd(text, start, region.end) }]
        : verbatim(text, start, region.end);
    }
    case "frame":
      return yield* readFrame(text, region, context);
  }
}

function* readFrame(text: string, region: FrameRegion, context: ReadingContext): WorkInSteps<LocatedBlock[]> {
  const fits = fitsParent(text, region, context.parent);
  const { name } = region.tag;
  const { reader, depth, isNested } = context;
  const deeper = { reader, depth: depth + 1, isNested, ...(fits ? { parent: name } : {}) };
  const children = yield* readRegions(text, region.children, deeper);
  const framed = fits ? toFrameBlock(text, region, children, reader) : undefined;
  if (framed) return [framed];
  if (name === "<div>" && reader.isOnlyShown) return children;
  return [
    ...verbatim(text, region.start, region.openEnd),
    ...children,
    ...verbatim(text, region.closeStart, region.end),
  ];
}

function verbatim(text: string, start: number, end: number): LocatedBlock[] {
  const whole = text.slice(start, end).trim();
  return whole === "" ? [] : [{ block: verbatimParagraph(whole), start, end: trimmedEnd(text, start, end) }];
}

function* readMarkdown(
  text: string,
  { end, blocks }: MarkdownRegion,
  context: ReadingContext,
): WorkInSteps<LocatedBlock[]> {
  const located: LocatedBlock[] = [];
  for (const parsed of blocks) {
    const at = parsed.start;
    if (context.reader.isFull) {
      for (const rest of verbatim(text, at, end)) located.push(rest);
      break;
    }
    const blockEnd = trimmedEnd(text, at, parsed.end);
    const found = context.reader.takeBlocks(countBlocks(parsed))
      ? yield* toBlocks(parsed, context)
      : [verbatimParagraph(text.slice(at, blockEnd).trim())];
    for (const block of found) located.push({ block, start: at, end: blockEnd });
    yield;
  }
  return located;
}

function* toBlocks(parsed: ParsedBlock, { reader, depth, isNested }: ReadingContext): WorkInSteps<Block[]> {
  switch (parsed.kind) {
    case "divider":
      return [block("divider", {})];
    case "heading":
      return [heading(parsed, reader, isNested)];
    case "code":
      return [codeBlock(parsed)];
    case "quote": {
      const children = yield* readBlocks(parsed.text, { reader, depth: depth + 1, isNested: true });
      return [block("blockquote", {}, { nodes: children.map((child) => child.block) })];
    }
    case "list":
      return [yield* list(parsed, reader, depth)];
    case "table":
      return [gridTable(parsed, reader)];
    case "html":
      return htmlBlocks((reader.isOnlyShown ? withoutComments(parsed.text) : parsed.text).trim(), reader);
    case "definitions":
      reader.define(parsed.definitions);
      return [];
    case "paragraph":
      return [paragraph(parsed.text, reader)];
  }
}

/** The number of blocks a parsed one becomes, not counting those inside its items. */
function countBlocks(parsed: ParsedBlock): number {
  if (parsed.kind === "list") return parsed.items.length;
  if (parsed.kind === "table") return (parsed.rows.length + 1) * parsed.header.length;
  if (parsed.kind === "code") return parsed.text.split("\n").length;
  return parsed.kind === "definitions" ? 0 : 1;
}

function paragraph(text: string, reader: PageReader): Block {
  const nodes = reader.inlineNodes(text.trim());
  const found = block("paragraph", {}, { nodes });
  if (/^!\[|^<img\s/.test(text)) reader.whenRead(() => becomeImages(found, nodes));
  return found;
}

/** A paragraph of only images is Markdown's form of an image block. */
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

function heading({ level, text }: ParsedBlock & { kind: "heading" }, reader: PageReader, isNested: boolean): Block {
  const type: BlockType = level === 1 ? "heading-1" : level === 2 ? "heading-2" : "heading-3";
  const { words, id } = withoutAnchor(text.trim());
  const data = { ...(id === undefined ? {} : { id }), ...(level > 3 ? { level } : {}) };
  const found = block(type, data, { nodes: reader.inlineNodes(words) });
  return isNested && reader.isOnlyShown ? found : reader.heading(found);
}

/** Removes the anchor from the end of a heading. */
function withoutAnchor(text: string): { words: string; id?: string } {
  const start = text.endsWith("></a>") ? text.lastIndexOf("<a ") : -1;
  const id =
    start === -1 ? undefined : /^<a (?:href="#[^"]*" )?id="([-a-z0-9.+_]+)"><\/a>$/.exec(text.slice(start))?.[1];
  return id === undefined ? { words: text } : { words: text.slice(0, start).trim(), id };
}

function codeBlock({ info: written, text }: ParsedBlock & { kind: "code" }): Block {
  const [syntax, ...info] = withoutEscapes(written).split(/\s+/);
  const data = { ...(syntax ? { syntax } : {}), ...(info.length > 0 ? { info: info.join(" ") } : {}) };
  return block("code", data, { nodes: text.split("\n").map(codeLine) });
}

function codeLine(line: string): Block {
  return block("code-line", {}, { nodes: line === "" ? [] : [textNode(line)] });
}

function* list(
  { items, first }: ParsedBlock & { kind: "list" },
  reader: PageReader,
  depth: number,
): WorkInSteps<Block> {
  const nodes: Block[] = [];
  for (const { text, checked } of items) {
    const children = (yield* readBlocks(text, { reader, depth: depth + 1, isNested: true })).map(
      (child) => child.block,
    );
    nodes.push(block("list-item", checked === undefined ? {} : { checked }, { nodes: children }));
  }
  if (first !== undefined) return block("list-ordered", { start: first }, { nodes });
  const tasks = nodes.every((item) => item.data.checked !== undefined);
  return block(tasks ? "list-tasks" : "list-unordered", {}, { nodes });
}

function gridTable({ header, aligns, rows }: PipeTable, reader: PageReader): Block {
  const columns = header.map((markdown, index) => {
    const column: TableColumn = { title: markdown, type: "text" };
    const align = aligns[index];
    if (align) column.textAlignment = align;
    const nodes = reader.inlineNodes(markdown);
    reader.whenRead(() => titleColumn(column, markdown, nodes));
    return column;
  });
  const cells = rows.map((row) => header.map((_, index) => ({ blocks: pipeCell(row[index] ?? "", reader) })));
  const table = block("table", {}, { fragments: [] });
  reader.whenRead(() => Object.assign(table, tableBlock({ view: "grid", columns, rows: cells })));
  return table;
}

/** A cell of a Markdown table is one paragraph, unless it contains block HTML, such as a list. */
function pipeCell(markdown: string, reader: PageReader): Block[] {
  const children = /<(?:blockquote|details|div|figure|h[1-6]|ol|p|pre|ul)[\s>]/i.test(markdown)
    ? readHtml(markdown)
    : undefined;
  if (children === undefined) return [block("paragraph", {}, { nodes: reader.inlineNodes(markdown) })];
  const content = { innerStart: 0, innerEnd: markdown.length, children };
  return flowFromHtml(markdown, content, reader, (inline) => inline);
}

/** A title is plain text; if it has formatting, its Markdown is kept too. */
function titleColumn(column: TableColumn, markdown: string, nodes: readonly InlineNode[]): void {
  column.title = plainText(nodes);
  const isPlain = (node: InlineNode) =>
    node.object === "text" && node.leaves.every((leaf) => leaf.marks.length === 0 && !leaf.verbatim);
  if (!nodes.every(isPlain)) column.markdown = markdown;
}

/** Comments are not content; other HTML without a block type is kept as text. */
function htmlBlocks(html: string, reader: PageReader): Block[] {
  if (/^<!--(?:(?!-->)[\s\S])*-->$/.test(html) || html === "") return [];
  if (/^<img\s[^<>]*>$/.test(html)) return [paragraph(html, reader)];
  return blocksFromHtml(html, reader) ?? [verbatimParagraph(html)];
}

/**
 * The block that HTML represents: figures, tables, code, lists, hints, aligned text. Nothing if the HTML means
 * something else or contains more than that block can keep. The blocks in a `<div>`, if they are only shown.
 */
function blocksFromHtml(html: string, reader: PageReader): Block[] | undefined {
  const elements = readHtml(html);
  const written = elements?.[0];
  if (!written || elements.length !== 1 || html.slice(0, written.start).trim() || html.slice(written.end).trim()) {
    return undefined;
  }
  const element = reader.isOnlyShown ? withoutStyles(written) : written;
  const found =
    element.name === "table" ? tableFromElement(html, element, reader) : blockOfElement(html, element, reader);
  if (found === undefined && element.name === "div" && reader.isOnlyShown) {
    const blocks = flowFromHtml(html, element, reader);
    return reader.takeBlocks(blocks.length) ? blocks : undefined;
  }
  return found && [found.type.startsWith("heading") && !reader.isOnlyShown ? reader.heading(found) : found];
}
