import { type Range, trimRange } from "../text/ranges.ts";
import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";
import { BlockReader } from "./block-reader.ts";
import { readDefinitions } from "./destinations.ts";
import { findBodyStart } from "./front-matter.ts";
import { isSpace, listAttributes } from "./html.ts";
import { inlineText } from "./inline-text.ts";
import { type FenceOpening, type HtmlOpening, headingEnd } from "./line-shape.ts";
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

/** A paragraph, a list item, a table row, a thematic break or indented code. */
interface TextBlock extends BlockBase {
  kind: "text";
  isCode: boolean;
}

/** `tag` is a line that starts with `{% … %}`, `blank` a run of blank lines. */
export type Block = HeadingBlock | FenceBlock | HtmlBlock | TextBlock | (BlockBase & { kind: "tag" | "blank" });

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
  const line = new BlockReader(markdown, { strict: false });
  /** The text block being read, and whether an underline would make it a heading. */
  let paragraph: TextBlock | undefined;
  let isPlain = false;
  let isQuote = false;
  /** Code or HTML that the next line may continue. */
  let open: FenceBlock | HtmlBlock | undefined;

  let checkedCount = 0;
  let read = 0;
  for (let position = findBodyStart(markdown); position < markdown.length; position = line.next) {
    if (checkedCount >= maxBlocks) {
      paragraph ??= { kind: "text", start: position, end: position, depth: 0, isCode: false };
      paragraph.end = markdown.length;
      break;
    }
    line.readLine(position);
    addLine();
    read += 1;
    if (read % stepSize === 0) yield;
    if (blocks.length > checkedCount && blocks.slice(checkedCount).some(isEnough)) break;
    checkedCount = blocks.length;
  }
  closeParagraph();
  const containers = pairTags(events);
  yield;
  yield* nestBlocks(markdown, blocks, containers);
  return blocks;

  function addLine(): void {
    const { kind, begins, depth, continuedDepth, isQuoted } = line;
    if (begins || (kind !== "fence" && kind !== "html")) open = undefined;
    if (open) continueOpen(open);
    else if (isQuoted) addText(!(paragraph && isQuote) || (begins && continuedDepth === 0), true);
    else if (line.blank && kind !== "marks") addBlank();
    else if (kind === "heading" && depth === 0) addHeading();
    else if (kind === "underline" && depth === 0 && paragraph && isPlain) addSetextHeading(paragraph);
    else if (kind === "tag") addTag();
    else if (begins && kind === "fence" && line.fence) addFence(line.fence);
    else if (begins && kind === "html" && line.html && depth === continuedDepth) addHtml(line.html);
    else addText(begins || kind === "underline" || markdown[line.first] === "|");
  }

  function continueOpen(block: FenceBlock | HtmlBlock): void {
    block.end = line.next;
    if (block.kind === "html") addMarkup(block);
    else if (!line.isLast) block.content.end = line.next;
  }

  function addBlank(): void {
    closeParagraph();
    const last = blocks.at(-1);
    if (last?.kind === "blank") last.end = line.next;
    else blocks.push({ kind: "blank", start: line.start, end: line.next, depth: 0 });
  }

  function addText(opensBlock: boolean, isQuoted = false): void {
    if (opensBlock) closeParagraph();
    const { start, next: end, kind } = line;
    if (paragraph) paragraph.end = end;
    else {
      const isCode = kind === "code" && line.depth === line.continuedDepth;
      paragraph = { kind: "text", start, end, depth: 0, isCode };
      isPlain = kind === "paragraph" && markdown[line.first] !== "|";
      isQuote = isQuoted;
    }
    noteTrailingTag();
  }

  function closeParagraph(): void {
    if (paragraph) blocks.push(paragraph);
    paragraph = undefined;
  }

  function addHeading(): void {
    closeParagraph();
    const { start, end, next, first, level } = line;
    pushHeading(start, next, level, { start: first + level, end: headingEnd(markdown, first + level, end) });
  }

  function addSetextHeading({ start }: Range): void {
    paragraph = undefined;
    pushHeading(start, line.next, line.level, { start, end: line.start });
  }

  function pushHeading(start: number, end: number, level: number, content: Range): void {
    const { words, anchor = "" } = readHeadingText(markdown, content.start, content.end);
    const beginning = markdown.slice(words.start, Math.min(words.end, words.start + maxHeadingChars));
    const title = inlineText(beginning).replace(/\s+/g, " ").trim();
    const anchorIsWritten = anchor !== "";
    const containerEnd = markdown.length;
    blocks.push({ kind: "heading", start, end, depth: 0, level, title, anchor, anchorIsWritten, words, containerEnd });
  }

  function addFence({ infoStart }: FenceOpening): void {
    closeParagraph();
    const { start, end, next } = line;
    const info = markdown.slice(infoStart, end).trim();
    open = { kind: "fence", start, end: next, depth: 0, info, content: { start: next, end: next } };
    blocks.push(open);
  }

  function addTag(): void {
    if (!line.begins) return;
    closeParagraph();
    const { start, tagEnd: end } = line;
    addTags(events, markdown.slice(start, end), start);
    blocks.push({ kind: "tag", start, end, depth: 0 });
  }

  function addHtml({ element }: HtmlOpening): void {
    closeParagraph();
    const { start, next: end } = line;
    open = { kind: "html", start, end, depth: 0, element };
    blocks.push(open);
    addMarkup(open);
  }

  function addMarkup({ element }: HtmlBlock): void {
    if (element === "markup") addElements(events, markdown.slice(line.start, line.end), line.start);
  }

  /** A closing tag at the very end of a line of text. */
  function noteTrailingTag(): void {
    let end = line.end;
    while (isSpace(markdown.charCodeAt(end - 1)) && end > line.first) end -= 1;
    const close = markdown[end - 1];
    if (close !== "}" && close !== ">") return;
    const last = markdown.slice(line.first, end);
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

/** The labels of the definitions among the blocks. */
export function* listingLabels(markdown: string, blocks: readonly Block[]): WorkInSteps<ReadonlySet<string>> {
  const labels = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    if (index % stepSize === 0) yield;
    if (block.kind !== "text") continue;
    for (const { label } of readDefinitions(markdown, block).definitions) labels.add(label);
  }
  return labels;
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
