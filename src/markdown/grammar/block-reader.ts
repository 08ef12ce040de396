import { readDefinitions } from "./destinations.ts";
import {
  closesFence,
  endOfMatch,
  type FenceOpening,
  type HtmlOpening,
  headingLevelAt,
  isThematicBreak,
  type ListMarker,
  measureIndent,
  readFenceOpening,
  readHtmlOpening,
  readListMarker,
  type ShapedLine,
  shapeLine,
  underlineLevel,
} from "./line-shape.ts";
import { continuesTable, tableStartsAt } from "./pipe-table.ts";

/** Deeper quotes and lists are read as inline text. */
const maxContainerDepth = 20;

type Container = { kind: "quote" } | { kind: "item"; width: number; startsEmpty: boolean };

/** What a line is in its innermost container. A line of `marks` only opens quotes and list items. */
type LineKind =
  | "blank"
  | "marks"
  | "heading"
  | "underline"
  | "divider"
  | "fence"
  | "html"
  | "tag"
  | "code"
  | "table"
  | "paragraph";

/**
 * Reads the block structure of a text line by line, in time linear in its length. After `readLine`, the members
 * describe that line; `indent`, `first` and `blank` are those of the line in its innermost container.
 */
export class BlockReader implements ShapedLine {
  kind: LineKind = "blank";
  /** Something begins on the line, so that it does not continue what was open. */
  begins = false;
  /** The line is the last of a fence or of HTML that a piece of text ends. */
  isLast = false;
  /** Of a heading or its underline. */
  level = 0;
  /** Containers of the line: those that continue, and with those that begin on it. */
  continuedDepth = 0;
  depth = 0;
  /** Of code between fences, and of HTML: how the last one began. */
  fence: FenceOpening | undefined;
  html: HtmlOpening | undefined;
  /** The list item that begins on the line as its outermost container. */
  item: ListMarker | undefined;
  /** Where the line's tag ends, which may be further down. */
  tagEnd = 0;
  start = 0;
  end = 0;
  next = 0;
  indent = 0;
  first = 0;
  blank = false;
  readonly #text: string;
  readonly #strict: boolean;
  readonly #containers: Container[] = [];
  /** The last block in the innermost container, if the next line may continue it. */
  #leaf: LineKind | undefined;
  /** The last line of the open paragraph, in its container. */
  #lastLine = "";
  /** The open paragraph, if it may consist of definitions. */
  #definitions: string | undefined;
  /** The rest of the line after the marks of its containers: spaces that were part of a tab, then text; and its column. */
  #pad = 0;
  #at = 0;
  #column = 0;
  /** The same in the outermost container. */
  #outerPad = 0;
  #outerAt = 0;

  /** `strict` reads CommonMark, without tags and the elements of MDX. */
  constructor(text: string, { strict }: { strict: boolean }) {
    this.#text = text;
    this.#strict = strict;
  }

  readLine(start: number): void {
    const text = this.#text;
    const feed = text.indexOf("\n", start);
    // As `lineFrom`, which would create an object for every line.
    this.start = start;
    this.end = feed === -1 ? text.length : feed > start && text.charCodeAt(feed - 1) === 13 ? feed - 1 : feed;
    this.next = feed === -1 ? text.length : feed + 1;
    this.begins = false;
    this.isLast = false;
    this.item = undefined;
    this.#at = this.#outerAt = start;
    this.#pad = this.#outerPad = this.#column = this.depth = 0;
    this.#measure();
    if (start < this.tagEnd) return;
    while (this.depth < this.#containers.length && this.#continues(this.#containers[this.depth])) this.#enter();
    this.continuedDepth = this.depth;
    if (this.#isInnermost && this.#continuesLeaf()) return;
    if (this.blank) this.#readBlank();
    else this.#readContent();
  }

  /** The line in its outermost container. */
  get outerText(): string {
    return " ".repeat(this.#outerPad) + this.#text.slice(this.#outerAt, this.end);
  }

  /** The line continues a paragraph without the marks of its containers. */
  get isLazy(): boolean {
    return this.kind === "paragraph" && !this.#isInnermost;
  }

  get isQuoted(): boolean {
    for (let at = 0; at < this.depth; at += 1) if (this.#containers[at]?.kind === "quote") return true;
    return false;
  }

  get #rest(): string {
    return " ".repeat(this.#pad) + this.#text.slice(this.#at, this.end);
  }

  /** Whether the line is in every open container. */
  get #isInnermost(): boolean {
    return this.depth === this.#containers.length;
  }

  /** Whether the line continues a paragraph if nothing else begins on it. */
  get #inParagraph(): boolean {
    return !this.begins && this.#leaf === "paragraph";
  }

  #measure(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (this.#at < this.end && code !== 32 && code !== 9) {
      this.indent = this.#pad;
      this.first = this.#at;
      this.blank = false;
      return;
    }
    const { indent, first } = measureIndent(this.#text, this.#at, this.end, this.#column, this.#pad);
    this.indent = indent;
    this.first = first;
    this.blank = first >= this.end;
  }

  /** Removes a number of columns of white space; what remains of a tab becomes spaces. */
  #dedent(width: number): void {
    this.#at = this.first;
    this.#pad = this.indent = Math.max(0, this.indent - width);
  }

  #enter(): void {
    if (this.depth === 0) {
      this.#outerAt = this.#at;
      this.#outerPad = this.#pad;
    }
    this.depth += 1;
  }

  /** Whether the line belongs to a container; if so, its marks are removed. */
  #continues(container: Container | undefined): boolean {
    if (container?.kind === "quote") {
      if (this.indent > 3 || this.#text[this.first] !== ">") return false;
      this.#takeQuoteMark();
    } else if (container?.kind === "item") {
      // An item begins with at most one blank line.
      if (this.blank ? container.startsEmpty : this.indent < container.width) return false;
      this.#dedent(container.width);
      if (this.blank) return true;
      this.#column += container.width;
      container.startsEmpty = false;
    }
    return true;
  }

  #takeQuoteMark(): void {
    this.#takeMark(1);
    const next = this.#text[this.#at];
    if (next !== " " && next !== "\t") return;
    this.#dedent(1);
    this.#column += 1;
  }

  /** Removes the mark of a container at the beginning of the rest. */
  #takeMark(width: number): void {
    this.#column += this.indent + width;
    this.#at = this.first + width;
    this.#pad = 0;
    this.#measure();
  }

  /** Whether the line belongs to the open code or HTML. */
  #continuesLeaf(): boolean {
    if (this.#leaf === "fence" && this.fence) {
      this.isLast = this.indent <= 3 && closesFence(this.#text, this, this.fence);
    } else if (this.#leaf === "html" && this.html) {
      if (this.html.element === "markup" && (this.blank || this.#endsMarkup())) return false;
      this.isLast = this.#endsHtml(this.html);
    } else return false;
    this.kind = this.#leaf;
    if (this.isLast) this.#leaf = undefined;
    return true;
  }

  /** Tags and comments right below markup are separate blocks, whatever they contain. */
  #endsMarkup(): boolean {
    if (this.#strict || this.indent > 3) return false;
    return this.#text.startsWith("{%", this.first) || this.#text.startsWith("<!--", this.first);
  }

  #endsHtml(opening: HtmlOpening): boolean {
    return opening.element !== "markup" && endOfMatch(opening.terminator, this.#rest, 0) !== -1;
  }

  #readBlank(): void {
    this.kind = "blank";
    if (this.#leaf !== "code") this.#leaf = undefined;
    if (this.#isInnermost) return;
    this.#containers.length = this.depth;
    this.#leaf = undefined;
  }

  #readContent(): void {
    do {
      if (this.blank) {
        this.kind = "marks";
        return;
      }
      if (this.#readsBlock()) return;
    } while (this.#readsContainer());
    this.#readText();
  }

  /** Closes everything open inside the line's containers, because something begins here. */
  #begin(kind: LineKind, leaf?: LineKind): void {
    this.kind = kind;
    if (!this.begins) this.#containers.length = this.depth;
    this.begins = true;
    this.#leaf = leaf;
  }

  /** Whether the line begins a block other than a paragraph or container, or ends a paragraph as one. */
  #readsBlock(): boolean {
    if (this.indent >= 4) return this.#readsIndentedCode();
    switch (this.#text[this.first]) {
      case "=":
      case "-":
      case "|":
      case ":":
        return this.#readsUnderline() || this.#readsTable() || this.#readsDivider();
      case "`":
      case "~":
        return this.#readsFence();
      case "#":
        return this.#readsHeading();
      case "{":
        return this.#readsTag();
      case "<":
        return this.#readsHtml();
      case "*":
      case "_":
        return this.#readsDivider();
      default:
        return false;
    }
  }

  #readsIndentedCode(): boolean {
    if (this.#inParagraph) return false;
    if (!this.begins && this.#leaf === "code" && this.#isInnermost) this.kind = "code";
    else this.#begin("code", "code");
    return true;
  }

  #readsUnderline(): boolean {
    if (!this.#inParagraph || !this.#isInnermost) return false;
    const level = underlineLevel(this.#text, this);
    if (level === 0 || !this.#hasText) return false;
    this.kind = "underline";
    this.level = level;
    this.#leaf = undefined;
    return true;
  }

  #readsTable(): boolean {
    if (!this.#inParagraph || !this.#isInnermost) return false;
    if (!tableStartsAt(this.#lastLine, this.#rest)) return false;
    this.kind = this.#leaf = "table";
    return true;
  }

  #readsFence(): boolean {
    const opening = readFenceOpening(this.#text, this.first, this.end);
    if (!opening) return false;
    this.fence = opening;
    this.#begin("fence", "fence");
    return true;
  }

  #readsHeading(): boolean {
    const level = headingLevelAt(this.#text, this.first, this.end);
    if (level === 0) return false;
    this.#begin("heading");
    this.level = level;
    return true;
  }

  /** A tag is read outside quotes. */
  #readsTag(): boolean {
    if (this.#strict || !this.#text.startsWith("{%", this.first) || this.isQuoted) return false;
    const end = tagEnd(this.#text, this);
    if (end === undefined) return false;
    this.#begin("tag");
    this.tagEnd = end;
    return true;
  }

  #readsHtml(): boolean {
    const opening = readHtmlOpening(this.#text, this, { inParagraph: this.#inParagraph, strict: this.#strict });
    if (!opening) return false;
    this.isLast = this.#endsHtml(opening);
    this.html = opening;
    this.#begin("html", this.isLast ? undefined : "html");
    return true;
  }

  #readsDivider(): boolean {
    if (!isThematicBreak(this.#text, this.first, this.end)) return false;
    this.#begin("divider");
    return true;
  }

  /** Opens the quote or the list item that begins at the rest of the line. */
  #readsContainer(): boolean {
    if (this.indent > 3 || this.depth >= maxContainerDepth) return false;
    if (this.#text[this.first] === ">") {
      this.#begin("marks");
      this.#takeQuoteMark();
      this.#containers.push({ kind: "quote" });
    } else {
      const marker = readListMarker(this.#text, this, this.#column);
      if (!marker || (this.#inParagraph && this.#isInnermost && !marker.interrupts)) return false;
      this.#begin("marks");
      if (this.depth === 0) this.item = marker;
      const gap = marker.contentIndent - this.indent - marker.width;
      this.#takeMark(marker.width);
      this.#dedent(gap);
      this.#column += gap;
      this.#containers.push({ kind: "item", width: marker.contentIndent, startsEmpty: marker.empty });
    }
    this.#enter();
    return true;
  }

  #readText(): void {
    if (this.#inParagraph) {
      this.kind = "paragraph";
      if (this.#definitions !== undefined) this.#definitions += `\n${this.#rest}`;
    } else if (this.#leaf === "table" && !this.begins && this.#isInnermost && continuesTable(this.#rest)) {
      this.kind = "table";
      return;
    } else {
      this.#begin("paragraph", "paragraph");
      this.#definitions = this.#text[this.first] === "[" ? this.#rest : undefined;
    }
    this.#lastLine = this.#rest;
  }

  /** Whether an underline turns the open paragraph into a heading, which requires text besides definitions. */
  get #hasText(): boolean {
    const text = this.#definitions;
    return text === undefined || text.slice(readDefinitions(text).textStart).trim() !== "";
  }
}

/** End of the line on which the tag that begins on this line ends; undefined if it does not end. */
function tagEnd(text: string, opening: ShapedLine): number | undefined {
  for (let line = opening; ; line = shapeLine(text, line.next)) {
    if (line !== opening && (line.blank || text.startsWith("{%", line.first))) return undefined;
    if (text.slice(line.first, line.end).includes("%}")) return line.next;
  }
}
