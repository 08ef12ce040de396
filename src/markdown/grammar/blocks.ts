import { type Range, trimRange } from "../text/ranges.ts";
import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";
import { findBodyStart } from "./front-matter.ts";
import { listAttributes } from "./html.ts";
import { inlineText } from "./inline-text.ts";
import {
  closesFence,
  endOfMatch,
  type FenceOpening,
  type HtmlOpening,
  headingEnd,
  headingLevelAt,
  isThematicBreak,
  readFenceOpening,
  readHtmlOpening,
  readListMarker,
  type ShapedLine,
  shapeLine,
  underlineLevel,
} from "./line-shape.ts";
import { addElements, addTags, type Container, pairTags, type TagEvent } from "./tags.ts";

/** Whole lines, line endings included; `depth` counts the tags and block elements open where the block starts. */
interface BlockBase extends Range {
  depth: number;
}

export interface HeadingBlock extends BlockBase {
  kind: "heading";
  level: number;
  /** Without inline markup, and with white space collapsed. */
  title: string;
  /** Unique within the page unless written by hand twice. */
  anchor: string;
  /** The anchor is written in the heading, not derived from its title. */
  anchorIsWritten: boolean;
  /** The title's source, without `#`, underline or a hand-written anchor. */
  words: Range;
  /** Closing tag of the innermost tag or element around the heading, else the end of the text. */
  containerEnd: number;
}

interface FenceBlock extends BlockBase {
  kind: "fence";
  /** Language and options after the opening marker. */
  info: string;
  content: Range;
}

interface HtmlBlock extends BlockBase {
  kind: "html";
  /** `raw` is script, style, pre or textarea, and declarations. */
  element: HtmlOpening["element"];
}

/**
 * `tag` is a line that starts with `{% … %}`. `text` is a paragraph, a list item, a table row or a thematic break.
 * `blank` is a run of blank lines.
 */
export type Block = HeadingBlock | FenceBlock | HtmlBlock | (BlockBase & { kind: "tag" | "text" | "blank" });

/** Deeper list nesting is read as if it were at this depth. */
const maxListDepth = 64;

/** Text after this many blocks becomes one block of inline text. 5 MB of one-line paragraphs have this many. */
export const maxBlocks = 100_000;

/**
 * Splits the text after the front matter into blocks that follow each other without gaps. Linear; never throws.
 * `isEnough` ends the scan soon after a block for which it returns true; what depends on the rest of the page, such as
 * anchors and nesting, is then unreliable.
 */
export function scanBlocks(markdown: string, isEnough?: (block: Block) => boolean): Block[] {
  return runToEnd(scanningBlocks(markdown, isEnough));
}

/** Blocks, or lines of one, per step. */
const stepSize = 500;

/** The same in steps, for a text that may be long. */
export function* scanningBlocks(
  markdown: string,
  isEnough: (block: Block) => boolean = () => false,
): WorkInSteps<Block[]> {
  const blocks: Block[] = [];
  const events: TagEvent[] = [];
  /** Content indents of the open list items, outermost first. */
  const lists: number[] = [];
  /** The text block being read; `plain` if an underline would make it a heading. */
  let paragraph: { start: number; end: number; plain: boolean } | undefined;

  let checkedCount = 0;
  let read = 0;
  for (let position = findBodyStart(markdown); position < markdown.length; ) {
    position = readLine(shapeLine(markdown, position));
    read += 1;
    if (read % stepSize === 0) yield;
    if (blocks.length > checkedCount && blocks.slice(checkedCount).some(isEnough)) break;
    checkedCount = blocks.length;
    if (checkedCount >= maxBlocks && position < markdown.length) {
      paragraph = { start: paragraph?.start ?? position, end: markdown.length, plain: false };
      break;
    }
  }
  closeParagraph();
  const containers = pairTags(events);
  yield;
  yield* nestBlocks(markdown, blocks, containers);
  return blocks;

  /** Consumes the block that starts with this line, or the line itself; returns where to continue. */
  function readLine(line: ShapedLine): number {
    if (line.blank) return readBlank(line);
    let level = lists.length;
    while (level > 0 && (lists[level - 1] ?? 0) > line.indent) level -= 1;
    const base = level > 0 ? (lists[level - 1] ?? 0) : 0;
    if (line.indent - base >= 4) {
      if (!paragraph) lists.length = level;
      return addText(line, false, false);
    }
    const underline = paragraph?.plain && level === 0 ? underlineLevel(markdown, line) : 0;
    if (paragraph && underline > 0) return addSetextHeading(paragraph, underline, line);
    const fence = readFenceOpening(markdown, line.first, line.end);
    if (fence) {
      lists.length = level;
      return addFence(line, fence, base);
    }
    const heading = headingLevelAt(markdown, line.first, line.end);
    if (heading > 0) {
      lists.length = level;
      return level > 0 ? addText(line, true, false) : addHeading(line, heading);
    }
    if (markdown.startsWith("{%", line.first)) {
      const end = tagEnd(markdown, line);
      if (end !== undefined) {
        lists.length = level;
        return addTag(line.start, end);
      }
    }
    const html = readHtmlOpening(markdown, line, { inParagraph: paragraph !== undefined, strict: false });
    if (html) {
      lists.length = level;
      return addHtml(line, html, base);
    }
    if (isThematicBreak(markdown, line.first, line.end)) {
      lists.length = level;
      const next = addText(line, true, false);
      closeParagraph();
      return next;
    }
    return readListItem(line, level) ?? readRunningText(line, level);
  }

  function readListItem(line: ShapedLine, level: number): number | undefined {
    const marker = readListMarker(markdown, line);
    if (!marker || (paragraph && lists.length === 0 && !marker.interrupts)) return undefined;
    lists.length = level;
    if (level < maxListDepth) lists.push(marker.contentIndent);
    const fence = readFenceOpening(markdown, marker.textStart, line.end);
    return fence ? addFence(line, fence, marker.contentIndent) : addText(line, true, false);
  }

  function readRunningText(line: ShapedLine, level: number): number {
    const first = markdown[line.first];
    // A line of inline text may continue the paragraph of a list item without its indentation.
    if (!paragraph) lists.length = level;
    return addText(line, first === "|", lists.length === 0 && first !== "|" && first !== ">");
  }

  function readBlank(line: ShapedLine): number {
    closeParagraph();
    const last = blocks.at(-1);
    if (last?.kind === "blank") last.end = line.next;
    else blocks.push({ kind: "blank", start: line.start, end: line.next, depth: 0 });
    return line.next;
  }

  function addText(line: ShapedLine, opensBlock: boolean, plain: boolean): number {
    if (opensBlock) closeParagraph();
    if (paragraph) paragraph.end = line.next;
    else paragraph = { start: line.start, end: line.next, plain };
    noteTrailingTag(line);
    return line.next;
  }

  function closeParagraph(): void {
    if (paragraph) blocks.push({ kind: "text", start: paragraph.start, end: paragraph.end, depth: 0 });
    paragraph = undefined;
  }

  function addHeading(line: ShapedLine, level: number): number {
    closeParagraph();
    const content = { start: line.first + level, end: headingEnd(markdown, line.first + level, line.end) };
    pushHeading(line.start, line.next, level, content);
    return line.next;
  }

  function addSetextHeading(text: Range, level: number, underline: ShapedLine): number {
    paragraph = undefined;
    pushHeading(text.start, underline.next, level, { start: text.start, end: underline.start });
    return underline.next;
  }

  function pushHeading(start: number, end: number, level: number, content: Range): void {
    const { words, anchor = "" } = readHeadingText(markdown, content.start, content.end);
    const beginning = markdown.slice(words.start, Math.min(words.end, words.start + maxHeadingChars));
    const title = inlineText(beginning).replace(/\s+/g, " ").trim();
    const anchorIsWritten = anchor !== "";
    const containerEnd = markdown.length;
    blocks.push({ kind: "heading", start, end, depth: 0, level, title, anchor, anchorIsWritten, words, containerEnd });
  }

  function addFence(opening: ShapedLine, fence: FenceOpening, base: number): number {
    closeParagraph();
    const info = markdown.slice(fence.infoStart, opening.end).trim();
    const { contentEnd, end } = fenceEnd(markdown, opening, fence, base);
    const content = { start: opening.next, end: contentEnd };
    blocks.push({ kind: "fence", start: opening.start, end, depth: 0, info, content });
    return end;
  }

  function addTag(start: number, end: number): number {
    closeParagraph();
    addTags(events, markdown.slice(start, end), start);
    blocks.push({ kind: "tag", start, end, depth: 0 });
    return end;
  }

  function addHtml(opening: ShapedLine, html: HtmlOpening, base: number): number {
    closeParagraph();
    const end = htmlEnd(markdown, opening, html, base);
    if (html.element === "markup") addElements(events, markdown.slice(opening.start, end), opening.start);
    blocks.push({ kind: "html", start: opening.start, end, depth: 0, element: html.element });
    return end;
  }

  /** A closing tag at the very end of a line of text. */
  function noteTrailingTag(line: ShapedLine): void {
    const last = markdown.slice(line.first, line.end).trimEnd();
    if (last.endsWith("%}")) {
      const start = last.lastIndexOf("{%");
      if (last.startsWith("{% end", start)) addTags(events, last.slice(start), line.first + start);
    } else if (last.endsWith(">")) {
      const start = last.lastIndexOf("</");
      if (start !== -1) addElements(events, last.slice(start), line.first + start);
    }
  }
}

/** Sets what depends on the whole page: nesting depth and unique anchors. */
function* nestBlocks(markdown: string, blocks: readonly Block[], containers: readonly Container[]): WorkInSteps<void> {
  const open: number[] = [];
  let next = 0;
  const written = blocks.flatMap((block) => (block.kind === "heading" && block.anchor !== "" ? [block.anchor] : []));
  const anchors = new AnchorRegister(written);
  const leave = (offset: number) => {
    while ((open.at(-1) ?? Number.POSITIVE_INFINITY) <= offset) open.pop();
  };
  for (const [index, block] of blocks.entries()) {
    if (index % stepSize === 0) yield;
    for (let container = containers[next]; container && container.start <= block.start; container = containers[next]) {
      leave(container.start);
      open.push(container.end);
      next += 1;
    }
    leave(block.start);
    block.depth = open.length;
    if (block.kind !== "heading") continue;
    block.containerEnd = open.at(-1) ?? markdown.length;
    if (block.anchor === "") block.anchor = anchors.claim(block.title);
  }
}

/** Where a code fence that this line opens ends, in a list item whose content is indented by `base`, and its content. */
function fenceEnd(
  markdown: string,
  opening: ShapedLine,
  fence: FenceOpening,
  base: number,
): { contentEnd: number; end: number } {
  let contentEnd = opening.next;
  let end = opening.next;
  while (end < markdown.length) {
    const line = shapeLine(markdown, end);
    if (base > 0 && !line.blank && line.indent < base) break;
    end = line.next;
    if (line.indent - base < 4 && closesFence(markdown, line, fence)) break;
    contentEnd = line.next;
  }
  return { contentEnd, end };
}

/** End of the line on which the tag that starts on this line ends; undefined if it does not end. */
function tagEnd(markdown: string, opening: ShapedLine): number | undefined {
  for (let line = opening; ; line = shapeLine(markdown, line.next)) {
    if (line !== opening && (line.blank || markdown.startsWith("{%", line.first))) return undefined;
    if (markdown.slice(line.first, line.end).includes("%}")) return line.next;
  }
}

/** Where an HTML block that this line opens ends. */
function htmlEnd(markdown: string, opening: ShapedLine, html: HtmlOpening, base: number): number {
  if (html.element === "markup") return markupEnd(markdown, opening, base);
  const end = endOfMatch(html.terminator, markdown, opening.first);
  return end === -1 ? markdown.length : shapeLine(markdown, end).next;
}

/** Markup extends to a blank line; tags and comments right below it are separate blocks, whatever they contain. */
function markupEnd(markdown: string, opening: ShapedLine, base: number): number {
  let end = opening.next;
  while (end < markdown.length) {
    const line = shapeLine(markdown, end);
    if (line.blank || line.indent < base) break;
    if (markdown.startsWith("{%", line.first) || markdown.startsWith("<!--", line.first)) break;
    end = line.next;
  }
  return end;
}

/** A heading's words, and its explicit anchor, if any. */
interface HeadingText {
  words: Range;
  anchor?: string;
}

const leadingAnchorPattern = /^<a\s[^<>]*>\s*<\/a>/i;

const wholeAnchorPattern = /^<a\s[^<>]*>\s*<\/a>$/i;

/** UTF-16 units of a heading's Markdown that its title is read from. */
const maxHeadingChars = 10_000;

/** Removes `{#anchor}` or an empty `<a id="anchor"></a>` from either end of a heading's content. */
function readHeadingText(markdown: string, start: number, end: number): HeadingText {
  let words = trimRange(markdown, { start, end });
  let anchor: string | undefined;
  const content = markdown.slice(words.start, words.end);
  const brace = content.endsWith("}") ? content.lastIndexOf("{#") : -1;
  if (brace !== -1 && /^[^\s{}]+$/.test(content.slice(brace + 2, -1))) {
    anchor = content.slice(brace + 2, -1);
    words = { start: words.start, end: words.start + brace };
  } else if (/<\/a>$/i.test(content.slice(-4))) {
    const last = Math.max(content.lastIndexOf("<a "), content.lastIndexOf("<A "));
    const element = last === -1 ? "" : content.slice(last);
    if (wholeAnchorPattern.test(element)) {
      anchor = findId(element);
      words = { start: words.start, end: words.start + last };
    }
  }
  const leading = leadingAnchorPattern.exec(markdown.slice(words.start, words.end))?.[0];
  if (leading !== undefined) {
    anchor ??= findId(leading);
    words = { start: words.start + leading.length, end: words.end };
  }
  const trimmed = trimRange(markdown, words);
  return anchor === undefined ? { words: trimmed } : { words: trimmed, anchor };
}

function findId(element: string): string | undefined {
  const attribute = listAttributes(element, 2, element.indexOf(">")).find(
    ({ name }) => name === "id" || name === "name",
  );
  const id = attribute && element.slice(attribute.valueStart, attribute.valueEnd).trim();
  return id === "" ? undefined : id;
}

/** Anchor of a title: lower case, letters and digits of any script, dashes for spaces and never two in a row. */
export function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]+/gu, "")
    .replace(/[\s-]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Normalizes an anchor for comparison: sites differ in case, and in whether both dashes of `a--b` stay. */
export function foldAnchor(anchor: string): string {
  return anchor.toLowerCase().replace(/-+/g, "-");
}

/** Makes anchors unique: the second `install` becomes `install-1`. Explicit anchors are never changed. */
export class AnchorRegister {
  readonly #taken: Set<string>;
  readonly #latest = new Map<string, number>();

  constructor(written: Iterable<string>) {
    this.#taken = new Set(written);
  }

  claim(title: string): string {
    const base = toAnchor(title) || "section";
    let anchor = base;
    let suffix = this.#latest.get(base) ?? 0;
    while (this.#taken.has(anchor)) {
      suffix += 1;
      anchor = `${base}-${suffix}`;
    }
    this.#latest.set(base, suffix);
    this.#taken.add(anchor);
    return anchor;
  }
}
