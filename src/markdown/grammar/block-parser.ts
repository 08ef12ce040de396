import type { Range } from "../text/ranges.ts";
import { BlockReader } from "./block-reader.ts";
import { headingEnd, underlineLevel } from "./line-shape.ts";
import { finishBlock, type OpenBlock, openBlock, type ParsedBlock } from "./parsed-block.ts";

/**
 * The outermost blocks of a text whose lines end in `\n`, or of some of its lines, in time linear in their length. The
 * gaps between them are blank lines.
 */
export function parseBlocks(text: string, { start, end }: Range = { start: 0, end: text.length }): ParsedBlock[] {
  const parser = new BlockParser(text);
  const { line } = parser;
  for (let at = start; at < end; at = line.next) {
    line.readLine(at);
    parser.addLine();
  }
  return parser.finish();
}

/** The same line by line: each is read with `line` and then added. */
export class BlockParser {
  readonly line: BlockReader;
  readonly #text: string;
  readonly #blocks: ParsedBlock[] = [];
  #open: OpenBlock | undefined;

  constructor(text: string) {
    this.#text = text;
    this.line = new BlockReader(text, { strict: true });
  }

  finish(): ParsedBlock[] {
    this.#close();
    return this.#blocks;
  }

  /** Adds the line that was read last. */
  addLine(): void {
    const line = this.line;
    if (line.kind === "blank") this.#addBlank();
    else {
      if (line.begins && line.continuedDepth === 0) this.#begin();
      if (line.depth > 0 || line.isLazy) this.#take();
      else this.#addTopLevel();
    }
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open) for (const block of finishBlock(open)) this.#blocks.push(block);
  }

  #addBlank(): void {
    const open = this.#open;
    if (this.line.depth > 0) {
      (open?.items.at(-1) ?? open?.lines)?.push(this.line.outerText);
      if (open?.kind === "quote") open.end = this.line.next;
    } else if (open?.kind === "code") this.#take();
    // After an empty item, its list may continue.
    else if (open?.kind !== "list") this.#close();
  }

  /** Closes the open block, unless the line begins another item of its list, and opens the line's container. */
  #begin(): void {
    const { item, depth, start, next } = this.line;
    if (!item || this.#open?.kind !== "list" || this.#open.delimiter !== item.delimiter) {
      this.#close();
      if (depth > 0) this.#open = openBlock(item ? "list" : "quote", start, next);
      if (item && this.#open) {
        this.#open.delimiter = item.delimiter;
        if (item.number !== undefined) this.#open.first = item.number;
      }
    }
    if (item) this.#open?.items.push([]);
  }

  /** Adds a line outside of quotes and lists. */
  #addTopLevel(): void {
    const { kind, begins, start, end, next, first, level, isLast } = this.line;
    switch (kind) {
      case "heading": {
        const content = first + level;
        const text = this.#text.slice(content, headingEnd(this.#text, content, end)).trim();
        this.#blocks.push({ kind, start, end: next, level, text });
        return;
      }
      case "divider":
        this.#blocks.push({ kind, start, end: next });
        return;
      case "underline":
        this.#closeHeading(level);
        return;
      case "table":
        if (this.#open?.kind === "table") this.#take();
        else this.#openTable();
        return;
      case "code":
      case "fence":
      case "html":
      case "paragraph":
        if (begins) this.#open = openBlock(kind, start, next);
        if (kind === "fence") this.#addFenceLine();
        else this.#take();
        if (isLast) this.#close();
        return;
      case "blank":
      case "marks":
      case "tag":
        return;
    }
  }

  #addFenceLine(): void {
    const { begins, indent, fence, next, end, isLast } = this.line;
    const open = this.#open;
    if (open && begins && fence) {
      open.info = this.#text.slice(fence.infoStart, end).trim();
      open.indent = indent;
    } else if (open && isLast) open.end = next;
    else this.#take();
  }

  /** Adds the line to the open block. */
  #take(): void {
    const open = this.#open;
    if (!open) return;
    const { start, end, next, isLazy, outerText } = this.line;
    open.end = next;
    open.starts.push(start);
    if (open.kind !== "quote" && open.kind !== "list") open.lines.push(this.#text.slice(start, end));
    else {
      // Where there is no container, a line that continues a paragraph would be an underline.
      const isUnderline = isLazy && underlineLevel(this.#text, this.line) > 0;
      (open.items.at(-1) ?? open.lines).push(isUnderline ? `    ${outerText.trimStart()}` : outerText);
    }
  }

  #closeHeading(level: number): void {
    const open = this.#open;
    this.#open = undefined;
    for (const block of open ? finishBlock(open) : []) {
      const { kind, start } = block;
      if (kind !== "paragraph") this.#blocks.push(block);
      else this.#blocks.push({ kind: "heading", level, text: block.text.trim(), start, end: this.line.next });
    }
  }

  /** Turns the last line of the paragraph into a table header. */
  #openTable(): void {
    const paragraph = this.#open;
    if (!paragraph) return;
    const header = paragraph.lines.pop() ?? "";
    const headerStart = paragraph.starts.pop() ?? this.line.start;
    paragraph.end = headerStart;
    if (paragraph.lines.length > 0) for (const block of finishBlock(paragraph)) this.#blocks.push(block);
    this.#open = openBlock("table", headerStart, this.line.next);
    this.#open.lines.push(header);
    this.#take();
  }
}
