import type { Range } from "../text/ranges.ts";
import { type Definition, takeDefinitions } from "./definitions.ts";
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
    | { kind: "definitions"; definitions: Definition[] }
  );

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
  | { kind: "fence"; marker: string; length: number }
  | { kind: "html"; terminator?: RegExp };

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

const FENCE = /^(`{3,})([^`]*)$|^(~{3,})(.*)$/;
const HEADING = /^(#{1,6})(?:[ \t]+(.*))?$/;
const DIVIDER = /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;
const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const MARKER = /^(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)/;

const HTML_TEXT: readonly [RegExp, RegExp][] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
];

const HTML_BLOCK =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t]|$|\/?>)/i;

const HTML_ALONE =
  /^<(?:[a-z][a-z0-9-]*(?:[ \t]+[a-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*[ \t]*\/?|\/[a-z][a-z0-9-]*[ \t]*)>[ \t]*$/i;

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
      if (container?.kind === "quote") {
        const inner = afterQuoteMark(rest, column);
        if (!inner) break;
        ({ rest, column } = inner);
      } else if (container?.kind === "item") {
        if (rest.trim() === "") {
          // An item begins with at most one blank line.
          if (container.startsEmpty) break;
          rest = dedented(rest, container.width, column);
        } else {
          if (indentOf(rest, column) < container.width) break;
          rest = dedented(rest, container.width, column);
          column += container.width;
          container.startsEmpty = false;
        }
      }
      if (matched === 0) ofOuter = rest;
    }
    const whole = matched === containers.length;
    if (whole && this.#continueLeaf(rest, column)) return this.#take(line, ofOuter, start, next);
    if (rest.trim() === "") return this.#takeBlank(line, ofOuter, matched, start, next);
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
  #continueLeaf(rest: string, column: number): boolean {
    const leaf = this.#leaf;
    if (leaf.kind === "fence") {
      const content = rest.trim();
      const closes = content.length >= leaf.length && content === leaf.marker.repeat(content.length);
      if (closes && indentOf(rest, column) <= 3) this.#leaf = NONE;
      return true;
    }
    if (leaf.kind !== "html") return false;
    if (!leaf.terminator) {
      if (rest.trim() !== "") return true;
      this.#leaf = NONE;
      return false;
    }
    if (leaf.terminator.test(rest)) this.#leaf = NONE;
    return true;
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
    for (const container of this.#containers.slice(0, matched)) {
      if (container.kind === "quote") break;
    }
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
      const indent = indentOf(rest, column);
      const paragraph = !fresh && this.#leaf.kind === "paragraph" ? this.#leaf : undefined;
      const inParagraph = paragraph !== undefined && depth === containers.length;
      if (indent >= 4) {
        if (paragraph) break;
        if (!fresh && this.#leaf.kind === "code" && depth === containers.length)
          return this.#take(line, ofOuter, start, next);
        enter();
        return this.#startLeaf({ kind: "code" }, "code", line, ofOuter, start, next);
      }
      const content = rest.trimStart();
      if (content.startsWith(">") && depth < DEEPEST_CONTAINER) {
        enter();
        const inner = afterQuoteMark(rest, column);
        if (!inner) break;
        ({ rest, column } = inner);
        containers.push({ kind: "quote" });
        if (depth === 0) {
          ofOuter = rest;
          this.#open = opened("quote", start, next);
        }
        depth += 1;
        if (rest.trim() === "") return this.#take(line, ofOuter, start, next);
        continue;
      }
      const trimmed = content.trimEnd();
      if (inParagraph && UNDERLINE.test(trimmed) && this.#endsInHeading(paragraph, depth)) {
        this.#leaf = NONE;
        if (depth > 0) return this.#take(line, ofOuter, start, next);
        return this.#closeHeading(trimmed.startsWith("=") ? 1 : 2, next);
      }
      if (inParagraph && tableStartsAt(paragraph.lines.at(-1) ?? "", rest)) {
        this.#leaf = { kind: "table" };
        if (depth > 0) return this.#take(line, ofOuter, start, next);
        return this.#openTable(line, start, next);
      }
      const fence = FENCE.exec(content);
      if (fence) {
        enter();
        const run = fence[1] ?? fence[3] ?? "";
        this.#startLeaf(
          { kind: "fence", marker: run.charAt(0), length: run.length },
          "fence",
          line,
          ofOuter,
          start,
          next,
        );
        if (depth === 0 && this.#open)
          Object.assign(this.#open, { info: (fence[2] ?? fence[4] ?? "").trim(), indent, lines: [], starts: [] });
        return;
      }
      const heading = HEADING.exec(trimmed);
      if (heading) {
        enter();
        if (depth > 0) return this.#take(line, ofOuter, start, next);
        this.blocks.push({
          kind: "heading",
          start,
          end: next,
          level: (heading[1] ?? "").length,
          text: headingText(heading[2] ?? ""),
        });
        return;
      }
      const html = htmlAt(content, paragraph !== undefined);
      if (html) {
        enter();
        const closed = html.terminator?.test(content) ?? false;
        this.#startLeaf({ kind: "html", ...html }, "html", line, ofOuter, start, next);
        if (closed) {
          this.#leaf = NONE;
          if (depth === 0) this.close();
        }
        return;
      }
      if (DIVIDER.test(trimmed)) {
        enter();
        if (depth > 0) return this.#take(line, ofOuter, start, next);
        this.close();
        this.blocks.push({ kind: "divider", start, end: next });
        return;
      }
      const marker = depth < DEEPEST_CONTAINER ? MARKER.exec(content) : null;
      const bare = marker !== null && content.slice(marker[0].length).trim() === "";
      if (marker && !(inParagraph && (bare || (marker[1] ?? "1") !== "1"))) {
        enter();
        const markerEnd = indent + marker[0].length;
        const after = content.slice(marker[0].length);
        const gap = indentOf(after, column + markerEnd);
        const width = markerEnd + (bare || gap > 4 ? 1 : gap);
        rest = dedented(after, width - markerEnd, column + markerEnd);
        if (depth === 0) {
          ofOuter = rest;
          this.#startItem(marker, start, next);
        }
        column += width;
        containers.push({ kind: "item", width, startsEmpty: bare });
        depth += 1;
        if (bare) return this.#take(line, ofOuter, start, next);
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
      const lazy = depth < containers.length && UNDERLINE.test(rest.trim());
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

  #startItem(marker: RegExpExecArray, start: number, next: number): void {
    if (this.#open?.kind !== "list") {
      this.#open = opened("list", start, next);
      this.#open.delimiter = marker[0].slice(-1);
      if (marker[1] !== undefined) this.#open.first = Number(marker[1]);
    }
    this.#open.items.push([]);
  }

  /** Whether an underline makes a heading of the paragraph: one of definitions alone has no text for it. */
  #endsInHeading(paragraph: { lines: string[] }, depth: number): boolean {
    const text = depth === 0 ? (this.#open?.lines ?? []).join("\n") : paragraph.lines.join("\n");
    return !text.trimStart().startsWith("[") || takeDefinitions(text).rest.trim() !== "";
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
      const { definitions, rest } = takeDefinitions(text);
      if (definitions.length === 0) return [{ kind, start, end, text }];
      const taken = text.slice(0, text.length - rest.length).split("\n").length - 1;
      const restStart = rest === "" ? end : (open.starts[taken] ?? end);
      const found: ParsedBlock[] = [{ kind: "definitions", start, end: restStart, definitions }];
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

function headingText(text: string): string {
  const content = text.trim();
  if (!content.endsWith("#")) return content;
  const words = content.replace(/(?<!#)#+$/, "");
  return words === "" || /[ \t]$/.test(words) ? words.trim() : content;
}

/** Columns of white space a text begins with, when it stands at `column` of its line. */
function indentOf(text: string, column: number): number {
  let width = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 32) width += 1;
    else if (code === 9) width += 4 - ((column + width) % 4);
    else break;
  }
  return width;
}

/** The text without so many columns of white space. Tabs in the white space become spaces. */
function dedented(text: string, width: number, column: number): string {
  const content = text.search(/[^ \t]/);
  const white = content === -1 ? text.length : content;
  if (text.lastIndexOf("\t", white) === -1 || !text.slice(0, white).includes("\t"))
    return text.slice(Math.min(white, width));
  return " ".repeat(Math.max(0, indentOf(text, column) - width)) + text.slice(white);
}

function afterQuoteMark(text: string, column: number): { rest: string; column: number } | undefined {
  const indent = indentOf(text, column);
  const content = text.trimStart();
  if (indent > 3 || !content.startsWith(">")) return undefined;
  const after = column + indent + 1;
  const rest = content.slice(1);
  if (rest.startsWith(" ")) return { rest: rest.slice(1), column: after + 1 };
  return rest.startsWith("\t") ? { rest: dedented(rest, 1, after), column: after + 1 } : { rest, column: after };
}

function continuesList(rest: string, column: number, list: Open): boolean {
  const content = rest.trimStart();
  const marker = indentOf(rest, column) <= 3 && !DIVIDER.test(content.trimEnd()) ? MARKER.exec(content) : null;
  return marker !== null && marker[0].slice(-1) === list.delimiter;
}

function htmlAt(content: string, inParagraph: boolean): { terminator?: RegExp } | undefined {
  if (!content.startsWith("<")) return undefined;
  for (const [opening, terminator] of HTML_TEXT) if (opening.test(content)) return { terminator };
  if (HTML_BLOCK.test(content)) return {};
  return !inParagraph && HTML_ALONE.test(content) ? {} : undefined;
}
