import type { Range } from "../text/ranges.ts";
import { type Definition, readDefinitions, withoutEscapes } from "./destinations.ts";
import type { Target } from "./inline-parser.ts";
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
import { continuesTable, type PipeTable, readTable, tableStartsAt } from "./pipe-table.ts";

/**
 * A block and the lines it takes. What a list item or a quote holds is the text of a page of its own, without the
 * indentation and the marks.
 */
export type ParsedBlock = Range &
  (
    | { kind: "paragraph"; text: string }
    | { kind: "heading"; level: number; text: string }
    | { kind: "code"; info: string; text: string }
    | { kind: "quote"; text: string }
    | { kind: "list"; first?: number; items: ListItem[] }
    | { kind: "html"; text: string }
    | { kind: "divider" }
    | ({ kind: "table" } & PipeTable)
    | { kind: "definitions"; definitions: DefinedTarget[] }
  );

/** What a reference label, folded, stands for. */
export interface DefinedTarget extends Target {
  label: string;
}

export interface ListItem {
  text: string;
  /** For a task. */
  checked?: boolean;
}

/** Deeper quotes and lists are running text. */
const DEEPEST_CONTAINER = 20;

type Container = { kind: "quote" } | { kind: "item"; width: number; startsEmpty: boolean };

/** What the innermost container holds last. */
type Leaf =
  | { kind: "none" | "code" | "table" }
  /** `lines` of the last container's content. */
  | { kind: "paragraph"; lines: string[] }
  | { kind: "fence"; opening: FenceOpening }
  | { kind: "html"; opening: HtmlOpening };

const NONE: Leaf = { kind: "none" };

/** A top-level block that is still being read. */
interface Open {
  kind: "paragraph" | "code" | "fence" | "html" | "table" | "quote" | "list";
  start: number;
  end: number;
  lines: string[];
  /** Start of each line. */
  starts: number[];
  info: string;
  /** Columns a fence is indented by. */
  indent: number;
  /** Of a list: `-`, `*`, `+`, `.` or `)`. */
  delimiter: string;
  first?: number;
  items: string[][];
}

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
  #leaf: Leaf = NONE;
  #open: Open | undefined;

  readLine(line: string, start: number, next: number): void {
    const containers = this.#containers;
    let rest = line;
    let column = 0;
    let matched = 0;
    let ofOuter = line;
    for (; matched < containers.length; matched += 1) {
      const container = containers[matched];
      const shape = shapeLine(rest, 0, column);
      if (container?.kind === "quote") {
        if (shape.indent > 3 || rest[shape.first] !== ">") break;
        ({ rest, column } = afterQuoteMark(rest, shape, column));
      } else if (container?.kind === "item") {
        if (shape.blank) {
          // An item begins with at most one blank line.
          if (container.startsEmpty) break;
          rest = dedented(rest, container.width, column);
        } else {
          if (shape.indent < container.width) break;
          rest = dedented(rest, container.width, column);
          column += container.width;
          container.startsEmpty = false;
        }
      }
      if (matched === 0) ofOuter = rest;
    }
    const whole = matched === containers.length;
    const shape = shapeLine(rest, 0, column);
    if (whole && this.#continueLeaf(rest, shape)) return this.#take(line, ofOuter, start, next);
    if (shape.blank) return this.#takeBlank(line, ofOuter, matched, start, next);
    this.#openBlocks({ line, rest, column, matched, ofOuter, start, next });
  }

  close(): void {
    const open = this.#open;
    this.#open = undefined;
    this.#containers.length = 0;
    this.#leaf = NONE;
    if (open) for (const block of finished(open)) this.blocks.push(block);
  }

  /** Whether the line belongs to the code or HTML that is open. */
  #continueLeaf(rest: string, shape: ShapedLine): boolean {
    const leaf = this.#leaf;
    if (leaf.kind === "fence") {
      if (shape.indent <= 3 && closesFence(rest, shape, leaf.opening)) this.#leaf = NONE;
      return true;
    }
    if (leaf.kind !== "html") return false;
    if (leaf.opening.element !== "markup") {
      if (endsHtml(leaf.opening, rest)) this.#leaf = NONE;
      return true;
    }
    if (shape.blank) this.#leaf = NONE;
    return !shape.blank;
  }

  /** Takes in a line of the top-level block that is open. */
  #take(line: string, ofOuter: string, start: number, next: number): void {
    const open = this.#open;
    if (!open) return;
    open.end = next;
    const content = open.kind === "quote" || open.kind === "list" ? ofOuter : line;
    (open.items.at(-1) ?? open.lines).push(content);
    open.starts.push(start);
    if (open.kind === "fence" && this.#leaf.kind === "none") {
      open.lines.pop();
      this.close();
    } else if (open.kind === "html" && this.#leaf.kind === "none") this.close();
  }

  #takeBlank(line: string, ofOuter: string, matched: number, start: number, next: number): void {
    const outer = this.#containers[0];
    if (this.#leaf.kind !== "code") this.#leaf = NONE;
    if (!outer) {
      if (this.#open?.kind === "code") this.#take(line, ofOuter, start, next);
      else this.close();
      return;
    }
    if (outer.kind === "quote" && matched === 0) return this.close();
    if (matched === 0) {
      // The empty item ends; its list may go on.
      this.#containers.length = 0;
      this.#leaf = NONE;
      return;
    }
    this.#containers.length = matched;
    const broken = this.#containers.findIndex((container) => container.kind === "item" && container.startsEmpty);
    if (broken > 0) this.#containers.length = broken;
    const open = this.#open;
    if (!open) return;
    (open.items.at(-1) ?? open.lines).push(ofOuter);
    if (outer.kind === "quote") open.end = next;
  }

  #openBlocks(at: {
    line: string;
    rest: string;
    column: number;
    matched: number;
    ofOuter: string;
    start: number;
    next: number;
  }): void {
    const { line, start, next } = at;
    let { rest, column, ofOuter } = at;
    const containers = this.#containers;
    /** Containers that hold this line: those that went on, then those that start on it. */
    let depth = at.matched;
    let fresh = false;
    const enter = () => {
      if (fresh) return;
      fresh = true;
      containers.length = depth;
      if (depth === 0 && this.#open && !(this.#open.kind === "list" && continuesList(rest, column, this.#open))) {
        this.close();
      }
      this.#leaf = NONE;
    };
    for (;;) {
      const shape = shapeLine(rest, 0, column);
      const { indent, first, end } = shape;
      const paragraph = !fresh && this.#leaf.kind === "paragraph" ? this.#leaf : undefined;
      const inParagraph = paragraph !== undefined && depth === containers.length;
      if (indent >= 4) {
        if (paragraph) break;
        if (!fresh && this.#leaf.kind === "code" && depth === containers.length)
          return this.#take(line, ofOuter, start, next);
        enter();
        return this.#startLeaf({ kind: "code" }, "code", line, ofOuter, start, next);
      }
      if (rest[first] === ">" && depth < DEEPEST_CONTAINER) {
        enter();
        ({ rest, column } = afterQuoteMark(rest, shape, column));
        containers.push({ kind: "quote" });
        if (depth === 0) {
          ofOuter = rest;
          this.#open = opened("quote", start, next);
        }
        depth += 1;
        if (rest.trim() === "") return this.#take(line, ofOuter, start, next);
        continue;
      }
      const underline = inParagraph ? underlineLevel(rest, shape) : 0;
      if (paragraph && underline > 0 && this.#endsInHeading(paragraph, depth)) {
        this.#leaf = NONE;
        if (depth > 0) return this.#take(line, ofOuter, start, next);
        return this.#closeHeading(underline, next);
      }
      if (inParagraph && tableStartsAt(paragraph.lines.at(-1) ?? "", rest)) {
        this.#leaf = { kind: "table" };
        if (depth > 0) return this.#take(line, ofOuter, start, next);
        return this.#openTable(line, start, next);
      }
      const fence = readFenceOpening(rest, first, end);
      if (fence) {
        enter();
        this.#startLeaf({ kind: "fence", opening: fence }, "fence", line, ofOuter, start, next);
        if (depth === 0 && this.#open)
          Object.assign(this.#open, { info: rest.slice(fence.infoStart).trim(), indent, lines: [], starts: [] });
        return;
      }
      const level = headingLevelAt(rest, first, end);
      if (level > 0) {
        enter();
        if (depth > 0) return this.#take(line, ofOuter, start, next);
        const text = rest.slice(first + level, headingEnd(rest, first + level, end)).trim();
        this.blocks.push({ kind: "heading", start, end: next, level, text });
        return;
      }
      const html = readHtmlOpening(rest, shape, { inParagraph: paragraph !== undefined, strict: true });
      if (html) {
        enter();
        this.#startLeaf({ kind: "html", opening: html }, "html", line, ofOuter, start, next);
        if (endsHtml(html, rest)) {
          this.#leaf = NONE;
          if (depth === 0) this.close();
        }
        return;
      }
      if (isThematicBreak(rest, first, end)) {
        enter();
        if (depth > 0) return this.#take(line, ofOuter, start, next);
        this.close();
        this.blocks.push({ kind: "divider", start, end: next });
        return;
      }
      const marker = depth < DEEPEST_CONTAINER ? readListMarker(rest, shape, column) : undefined;
      if (marker && (!inParagraph || marker.interrupts)) {
        enter();
        rest = dedented(
          rest.slice(first + marker.width),
          marker.contentIndent - indent - marker.width,
          column + indent + marker.width,
        );
        if (depth === 0) {
          ofOuter = rest;
          this.#startItem(marker, start, next);
        }
        column += marker.contentIndent;
        containers.push({ kind: "item", width: marker.contentIndent, startsEmpty: marker.empty });
        depth += 1;
        if (marker.empty) return this.#take(line, ofOuter, start, next);
        continue;
      }
      break;
    }
    const leaf = this.#leaf;
    if (!fresh && leaf.kind === "table" && depth === containers.length && continuesTable(rest)) {
      return this.#take(line, ofOuter, start, next);
    }
    if (!fresh && leaf.kind === "paragraph") {
      // Running text may go on without the marks of what it stands in.
      leaf.lines.push(rest);
      const lazy = depth < containers.length && underlineLevel(rest, shapeLine(rest, 0)) > 0;
      return this.#take(line, lazy ? `    ${ofOuter.trimStart()}` : ofOuter, start, next);
    }
    enter();
    this.#startLeaf({ kind: "paragraph", lines: [rest] }, "paragraph", line, ofOuter, start, next);
  }

  #startLeaf(leaf: Leaf, kind: Open["kind"], line: string, ofOuter: string, start: number, next: number): void {
    if (this.#containers.length === 0) {
      this.close();
      this.#open = opened(kind, start, next);
    }
    this.#leaf = leaf;
    this.#take(line, ofOuter, start, next);
  }

  #startItem({ delimiter, number }: ListMarker, start: number, next: number): void {
    if (this.#open?.kind !== "list") {
      this.#open = opened("list", start, next);
      this.#open.delimiter = delimiter;
      if (number !== undefined) this.#open.first = number;
    }
    this.#open.items.push([]);
  }

  /** Whether an underline makes a heading of the paragraph: one of definitions alone has no text for it. */
  #endsInHeading(paragraph: { lines: string[] }, depth: number): boolean {
    const text = depth === 0 ? (this.#open?.lines ?? []).join("\n") : paragraph.lines.join("\n");
    return (
      !text.trimStart().startsWith("[") || text.slice(readDefinitions(text, wholeOf(text)).textStart).trim() !== ""
    );
  }

  #closeHeading(level: number, next: number): void {
    const open = this.#open;
    this.#open = undefined;
    this.#leaf = NONE;
    for (const block of open ? finished(open) : []) {
      this.blocks.push(
        block.kind === "paragraph"
          ? { kind: "heading", level, text: block.text.trim(), start: block.start, end: next }
          : block,
      );
    }
  }

  /** Makes the last line of the paragraph the header of a table. */
  #openTable(line: string, start: number, next: number): void {
    const paragraph = this.#open;
    if (!paragraph) return;
    const header = paragraph.lines.pop() ?? "";
    const headerStart = paragraph.starts.pop() ?? start;
    paragraph.end = headerStart;
    if (paragraph.lines.length > 0) for (const block of finished(paragraph)) this.blocks.push(block);
    this.#open = opened("table", headerStart, next);
    this.#open.lines.push(header, line);
  }
}

function opened(kind: Open["kind"], start: number, end: number): Open {
  return { kind, start, end, lines: [], starts: [], info: "", indent: 0, delimiter: "", items: [] };
}

function finished(open: Open): ParsedBlock[] {
  const { kind, start, end, lines } = open;
  switch (kind) {
    case "paragraph": {
      const text = lines.join("\n");
      if (!/^\s*\[/.test(text)) return [{ kind, start, end, text }];
      const { definitions, textStart } = readDefinitions(text, wholeOf(text));
      if (definitions.length === 0) return [{ kind, start, end, text }];
      const rest = text.slice(textStart);
      const taken = text.slice(0, text.length - rest.length).split("\n").length - 1;
      const restStart = rest === "" ? end : (open.starts[taken] ?? end);
      const found: ParsedBlock[] = [
        { kind: "definitions", start, end: restStart, definitions: definitions.map((each) => targetOf(text, each)) },
      ];
      if (rest.trim() !== "") found.push({ kind, start: restStart, end, text: rest });
      return found;
    }
    case "code": {
      const code = withoutBlankEnd(lines).map((line) => line.replace(/^(?: {0,3}\t| {1,4})/, ""));
      return [{ kind: "code", start, end, info: "", text: code.join("\n") }];
    }
    case "fence": {
      const indent = new RegExp(`^ {0,${open.indent}}`);
      const code = open.indent === 0 ? lines : lines.map((line) => line.replace(indent, ""));
      return [{ kind: "code", start, end, info: open.info, text: code.join("\n") }];
    }
    case "html":
      return [{ kind, start, end, text: lines.join("\n") }];
    case "table": {
      const table = readTable(lines);
      return table ? [{ kind, start, end, ...table }] : [{ kind: "paragraph", start, end, text: lines.join("\n") }];
    }
    case "quote":
      return [{ kind, start, end, text: lines.join("\n") }];
    case "list": {
      const items = open.items.map((item) => listItem(withoutBlankEnd(item).join("\n")));
      return [{ kind, start, end, items, ...(open.first === undefined ? {} : { first: open.first }) }];
    }
  }
}

function listItem(text: string): ListItem {
  const task = /^\[([ xX])\][ \t]+(?=\S)/.exec(text);
  return task ? { text: text.slice(task[0].length), checked: task[1] !== " " } : { text };
}

function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1] ?? "").trim() === "") end -= 1;
  return lines.slice(0, end);
}

const wholeOf = (text: string): Range => ({ start: 0, end: text.length });

function targetOf(text: string, { label, href, title }: Definition): DefinedTarget {
  const target = { label, href: withoutEscapes(text.slice(href.start, href.end)) };
  return title ? { ...target, title: withoutEscapes(text.slice(title.start, title.end)) } : target;
}

const endsHtml = (html: HtmlOpening, line: string) =>
  html.element !== "markup" && endOfMatch(html.terminator, line, 0) !== -1;

/** The text without so many columns of white space. Tabs in the white space become spaces. */
function dedented(text: string, width: number, column: number): string {
  const { indent, first } = shapeLine(text, 0, column);
  if (!text.slice(0, first).includes("\t")) return text.slice(Math.min(first, width));
  return " ".repeat(Math.max(0, indent - width)) + text.slice(first);
}

/** What stands behind the quote mark at the first character of a line, and where. */
function afterQuoteMark(text: string, { indent, first }: ShapedLine, column: number): { rest: string; column: number } {
  const after = column + indent + 1;
  const rest = text.slice(first + 1);
  if (rest.startsWith(" ")) return { rest: rest.slice(1), column: after + 1 };
  return rest.startsWith("\t") ? { rest: dedented(rest, 1, after), column: after + 1 } : { rest, column: after };
}

function continuesList(rest: string, column: number, list: Open): boolean {
  const shape = shapeLine(rest, 0, column);
  if (shape.indent > 3 || isThematicBreak(rest, shape.first, shape.end)) return false;
  return readListMarker(rest, shape, column)?.delimiter === list.delimiter;
}
