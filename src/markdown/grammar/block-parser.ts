import { readDefinitions } from "./destinations.ts";
import {
  closesFence,
  endOfMatch,
  type FenceOpening,
  type HtmlOpening,
  headingEnd,
  headingLevelAt,
  isThematicBreak,
  type ListMarker,
  readFenceOpening,
  readHtmlOpening,
  readListMarker,
  type ShapedLine,
  shapeLine,
  underlineLevel,
} from "./line-shape.ts";
import { finishBlock, type OpenBlock, openBlock, type ParsedBlock } from "./parsed-block.ts";
import { continuesTable, tableStartsAt } from "./pipe-table.ts";

/** Deeper quotes and lists are read as inline text. */
const maxContainerDepth = 20;

type Container = { kind: "quote" } | { kind: "item"; width: number; startsEmpty: boolean };

interface Paragraph {
  kind: "paragraph";
  /** As it is in the innermost container. */
  lines: string[];
}

/** The last block in the innermost container. */
type Leaf =
  | { kind: "none" | "table" }
  | { kind: "code" }
  | Paragraph
  | { kind: "fence"; opening: FenceOpening }
  | { kind: "html"; opening: HtmlOpening };

const noLeaf: Leaf = { kind: "none" };

/**
 * The outermost blocks of a text whose lines end in `\n`, in time linear in its length. The gaps between them are blank
 * lines.
 */
export function parseBlocks(text: string): ParsedBlock[] {
  const reader = new BlockReader();
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed;
    reader.readLine(text.slice(at, end), at, Math.min(end + 1, text.length));
    at = end + 1;
  }
  reader.close();
  return reader.blocks;
}

class BlockReader {
  readonly blocks: ParsedBlock[] = [];
  readonly #containers: Container[] = [];
  #leaf: Leaf = noLeaf;
  #open: OpenBlock | undefined;
  /** The current line, and where it and the next one start. */
  #line = "";
  #start = 0;
  #next = 0;
  /** The rest of the line after the marks of its containers, and its column. */
  #rest = "";
  #column = 0;
  /** The rest of the line in the outermost container. */
  #ofOuter = "";
  /** Containers of the line: those that continue, then those that start on it. */
  #depth = 0;
  /** Something starts on the line, so it does not continue what was open. */
  #isFresh = false;

  readLine(line: string, start: number, next: number): void {
    this.#line = line;
    this.#start = start;
    this.#next = next;
    this.#rest = line;
    this.#column = 0;
    this.#ofOuter = line;
    this.#depth = 0;
    this.#isFresh = false;
    while (this.#depth < this.#containers.length && this.#continues(this.#containers[this.#depth])) {
      if (this.#depth === 0) this.#ofOuter = this.#rest;
      this.#depth += 1;
    }
    const shape = this.#shape();
    if (this.#isInnermost && this.#continuesLeaf(shape)) this.#take();
    else if (shape.blank) this.#takeBlank();
    else this.#takeContent();
  }

  close(): void {
    const open = this.#open;
    this.#open = undefined;
    this.#containers.length = 0;
    this.#leaf = noLeaf;
    if (open) for (const block of finishBlock(open)) this.blocks.push(block);
  }

  #shape(): ShapedLine {
    return shapeLine(this.#rest, 0, this.#column);
  }

  /** Whether the line is in every open container. */
  get #isInnermost(): boolean {
    return this.#depth === this.#containers.length;
  }

  /** The paragraph that the line continues if nothing else starts on it. */
  get #paragraph(): Paragraph | undefined {
    return !this.#isFresh && this.#leaf.kind === "paragraph" ? this.#leaf : undefined;
  }

  /** Whether the line belongs to a container; if so, its marks are removed. */
  #continues(container: Container | undefined): boolean {
    const shape = this.#shape();
    if (container?.kind === "quote") {
      if (shape.indent > 3 || this.#rest[shape.first] !== ">") return false;
      this.#takeQuoteMark(shape);
    } else if (container?.kind === "item") {
      // An item begins with at most one blank line.
      if (shape.blank ? container.startsEmpty : shape.indent < container.width) return false;
      this.#rest = dedented(this.#rest, container.width, this.#column);
      if (shape.blank) return true;
      this.#column += container.width;
      container.startsEmpty = false;
    }
    return true;
  }

  #takeQuoteMark({ indent, first }: ShapedLine): void {
    this.#column += indent + 1;
    const rest = this.#rest.slice(first + 1);
    const isSpaced = rest.startsWith(" ") || rest.startsWith("\t");
    this.#rest = isSpaced ? dedented(rest, 1, this.#column) : rest;
    if (isSpaced) this.#column += 1;
  }

  /** Whether the line belongs to the open code or HTML. */
  #continuesLeaf(shape: ShapedLine): boolean {
    const leaf = this.#leaf;
    if (leaf.kind === "fence") {
      if (shape.indent <= 3 && closesFence(this.#rest, shape, leaf.opening)) this.#leaf = noLeaf;
      return true;
    }
    if (leaf.kind !== "html") return false;
    if (leaf.opening.element !== "markup") {
      if (endsHtml(leaf.opening, this.#rest)) this.#leaf = noLeaf;
      return true;
    }
    if (shape.blank) this.#leaf = noLeaf;
    return !shape.blank;
  }

  /** Adds the line to the open top-level block. */
  #take(ofOuter = this.#ofOuter): void {
    const open = this.#open;
    if (!open) return;
    open.end = this.#next;
    const content = open.kind === "quote" || open.kind === "list" ? ofOuter : this.#line;
    (open.items.at(-1) ?? open.lines).push(content);
    open.starts.push(this.#start);
    if (this.#leaf.kind !== "none" || (open.kind !== "fence" && open.kind !== "html")) return;
    if (open.kind === "fence") open.lines.pop();
    this.close();
  }

  #takeBlank(): void {
    const outer = this.#containers[0];
    if (this.#leaf.kind !== "code") this.#leaf = noLeaf;
    const open = this.#open;
    if (!outer) {
      if (open?.kind === "code") this.#take();
      else this.close();
    } else if (this.#depth > 0) {
      this.#containers.length = this.#depth;
      (open?.items.at(-1) ?? open?.lines)?.push(this.#ofOuter);
      if (outer.kind === "quote" && open) open.end = this.#next;
    } else if (outer.kind === "quote") this.close();
    else {
      // The empty item ends; its list may continue.
      this.#containers.length = 0;
      this.#leaf = noLeaf;
    }
  }

  #takeContent(): void {
    for (;;) {
      const shape = this.#shape();
      if (shape.blank) {
        this.#take();
        return;
      }
      if (this.#readsBlock(shape)) return;
      if (this.#readsContainer(shape)) continue;
      this.#takeText();
      return;
    }
  }

  /** Closes everything open inside the line's containers, because something starts here. */
  #begin(): void {
    if (this.#isFresh) return;
    this.#isFresh = true;
    this.#containers.length = this.#depth;
    this.#leaf = noLeaf;
    const open = this.#open;
    if (this.#depth === 0 && open && !(open.kind === "list" && this.#continuesList(open))) this.close();
  }

  #continuesList({ delimiter }: OpenBlock): boolean {
    const shape = this.#shape();
    if (shape.indent > 3 || isThematicBreak(this.#rest, shape.first, shape.end)) return false;
    return readListMarker(this.#rest, shape, this.#column)?.delimiter === delimiter;
  }

  /** Consumes the line if it starts a block other than a paragraph or container, or ends a paragraph as one. */
  #readsBlock(shape: ShapedLine): boolean {
    if (shape.indent >= 4) return this.#readsIndentedCode();
    return (
      this.#readsUnderline(shape) ||
      this.#readsTable() ||
      this.#readsFence(shape) ||
      this.#readsHeading(shape) ||
      this.#readsHtml(shape) ||
      this.#readsDivider(shape)
    );
  }

  #readsIndentedCode(): boolean {
    if (this.#paragraph) return false;
    const isContinued = !this.#isFresh && this.#leaf.kind === "code" && this.#isInnermost;
    if (isContinued) this.#take();
    else this.#startLeaf({ kind: "code" });
    return true;
  }

  #readsUnderline(shape: ShapedLine): boolean {
    const paragraph = this.#paragraph;
    if (!paragraph || !this.#isInnermost) return false;
    const level = underlineLevel(this.#rest, shape);
    if (level === 0 || !this.#hasText(paragraph)) return false;
    this.#leaf = noLeaf;
    if (this.#depth > 0) this.#take();
    else this.#closeHeading(level);
    return true;
  }

  /** Whether an underline turns the paragraph into a heading, which requires text besides definitions. */
  #hasText({ lines }: Paragraph): boolean {
    const text = (this.#depth === 0 ? (this.#open?.lines ?? []) : lines).join("\n");
    return !text.trimStart().startsWith("[") || text.slice(readDefinitions(text).textStart).trim() !== "";
  }

  #closeHeading(level: number): void {
    const open = this.#open;
    this.#open = undefined;
    for (const block of open ? finishBlock(open) : []) {
      const { kind, start } = block;
      if (kind !== "paragraph") this.blocks.push(block);
      else this.blocks.push({ kind: "heading", level, text: block.text.trim(), start, end: this.#next });
    }
  }

  #readsTable(): boolean {
    const paragraph = this.#paragraph;
    if (paragraph && this.#isInnermost) {
      if (!tableStartsAt(paragraph.lines.at(-1) ?? "", this.#rest)) return false;
      this.#leaf = { kind: "table" };
      if (this.#depth > 0) this.#take();
      else this.#openTable();
      return true;
    }
    return false;
  }

  /** Turns the last line of the paragraph into a table header. */
  #openTable(): void {
    const paragraph = this.#open;
    if (!paragraph) return;
    const header = paragraph.lines.pop() ?? "";
    const headerStart = paragraph.starts.pop() ?? this.#start;
    paragraph.end = headerStart;
    if (paragraph.lines.length > 0) for (const block of finishBlock(paragraph)) this.blocks.push(block);
    this.#open = openBlock("table", headerStart, this.#next);
    this.#open.lines.push(header, this.#line);
  }

  #readsFence({ first, end, indent }: ShapedLine): boolean {
    const opening = readFenceOpening(this.#rest, first, end);
    if (!opening) return false;
    const info = this.#rest.slice(opening.infoStart).trim();
    this.#startLeaf({ kind: "fence", opening });
    if (this.#depth === 0 && this.#open) Object.assign(this.#open, { info, indent, lines: [], starts: [] });
    return true;
  }

  #readsHeading({ first, end }: ShapedLine): boolean {
    const level = headingLevelAt(this.#rest, first, end);
    if (level === 0) return false;
    this.#begin();
    const content = first + level;
    const text = this.#rest.slice(content, headingEnd(this.#rest, content, end)).trim();
    if (this.#depth > 0) this.#take();
    else this.blocks.push({ kind: "heading", start: this.#start, end: this.#next, level, text });
    return true;
  }

  #readsHtml(shape: ShapedLine): boolean {
    const inParagraph = this.#paragraph !== undefined;
    const opening = readHtmlOpening(this.#rest, shape, { inParagraph, strict: true });
    if (!opening) return false;
    this.#startLeaf({ kind: "html", opening });
    if (!endsHtml(opening, this.#rest)) return true;
    this.#leaf = noLeaf;
    if (this.#depth === 0) this.close();
    return true;
  }

  #readsDivider({ first, end }: ShapedLine): boolean {
    if (!isThematicBreak(this.#rest, first, end)) return false;
    this.#begin();
    if (this.#depth > 0) this.#take();
    else {
      this.close();
      this.blocks.push({ kind: "divider", start: this.#start, end: this.#next });
    }
    return true;
  }

  /** Opens the quote or the list item that starts at the rest of the line. */
  #readsContainer(shape: ShapedLine): boolean {
    if (shape.indent > 3 || this.#depth >= maxContainerDepth) return false;
    if (this.#rest[shape.first] === ">") {
      this.#begin();
      this.#takeQuoteMark(shape);
      if (this.#depth === 0) this.#open = openBlock("quote", this.#start, this.#next);
      this.#containers.push({ kind: "quote" });
    } else {
      const marker = readListMarker(this.#rest, shape, this.#column);
      if (!marker || (this.#paragraph && this.#isInnermost && !marker.interrupts)) return false;
      this.#begin();
      if (this.#depth === 0) this.#startItem(marker);
      const { width, contentIndent, empty } = marker;
      const markerEnd = shape.indent + width;
      const content = this.#rest.slice(shape.first + width);
      this.#rest = dedented(content, contentIndent - markerEnd, this.#column + markerEnd);
      this.#column += contentIndent;
      this.#containers.push({ kind: "item", width: contentIndent, startsEmpty: empty });
    }
    if (this.#depth === 0) this.#ofOuter = this.#rest;
    this.#depth += 1;
    return true;
  }

  #startItem({ delimiter, number }: ListMarker): void {
    if (this.#open?.kind !== "list") {
      this.#open = openBlock("list", this.#start, this.#next);
      this.#open.delimiter = delimiter;
      if (number !== undefined) this.#open.first = number;
    }
    this.#open.items.push([]);
  }

  #takeText(): void {
    const paragraph = this.#paragraph;
    if (paragraph) {
      // Inline text may continue without the marks of its containers, where there is no underline.
      paragraph.lines.push(this.#rest);
      const isLazy = !this.#isInnermost && underlineLevel(this.#rest, this.#shape()) > 0;
      this.#take(isLazy ? `    ${this.#ofOuter.trimStart()}` : this.#ofOuter);
    } else if (this.#leaf.kind === "table" && !this.#isFresh && this.#isInnermost && continuesTable(this.#rest)) {
      this.#take();
    } else this.#startLeaf({ kind: "paragraph", lines: [this.#rest] });
  }

  #startLeaf(leaf: Leaf & { kind: "paragraph" | "code" | "fence" | "html" }): void {
    this.#begin();
    if (this.#depth === 0) {
      this.close();
      this.#open = openBlock(leaf.kind, this.#start, this.#next);
    }
    this.#leaf = leaf;
    this.#take();
  }
}

const endsHtml = (html: HtmlOpening, line: string) =>
  html.element !== "markup" && endOfMatch(html.terminator, line, 0) !== -1;

/** The text without a number of columns of white space. Tabs in the white space become spaces. */
function dedented(text: string, width: number, column: number): string {
  const { indent, first } = shapeLine(text, 0, column);
  if (!text.slice(0, first).includes("\t")) return text.slice(Math.min(first, width));
  return " ".repeat(Math.max(0, indent - width)) + text.slice(first);
}
