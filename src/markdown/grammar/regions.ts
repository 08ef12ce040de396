import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";
import { BlockParser, parseBlocks } from "./block-parser.ts";
import { readHtmlTag } from "./html.ts";
import { endOfMatch, readHtmlOpening, type ShapedLine } from "./line-shape.ts";
import type { ParsedBlock } from "./parsed-block.ts";
import { pairNames, readTag, type Tag } from "./tags.ts";

/** A part of a page, as offsets into its text. The regions of a page, with the lines between them, cover all of it. */
export type Region = MarkdownRegion | MathRegion | TagRegion | FrameRegion;

export interface MarkdownRegion {
  kind: "markdown";
  start: number;
  end: number;
  blocks: ParsedBlock[];
}

/** A formula between two lines of `$$`. */
interface MathRegion {
  kind: "math";
  start: number;
  end: number;
  formula: string;
}

/** A standalone tag: one that has no content, or one whose partner is missing. */
interface TagRegion {
  kind: "tag";
  start: number;
  end: number;
  tag: Tag;
}

/** Content between an opening tag and its end tag, in a `<div>`, or between the `<summary>` and the end of `<details>`. */
export interface FrameRegion {
  kind: "frame";
  start: number;
  openEnd: number;
  closeStart: number;
  end: number;
  tag: Tag;
  children: Region[];
}

type Piece = MarkdownRegion | MathRegion | TagRegion;

const mathLinePattern = /^ {0,3}\$\$[ \t]*$/gm;

const detailsPattern = /<details((?:\s[^<>]{0,500})?)>\s{0,100}<summary>([\s\S]{0,1000}?)<\/summary>[ \t]*(?:\n|$)/y;

const detailsEndPattern = /<\/details>/y;

/** A `<div>` with a blank line below it, which contains Markdown. */
const divPattern = /<div(?:\s[^<>\n]{0,500})?>(?=[ \t]*\n[ \t]*\n)/y;

const divEndPattern = /<\/div>/y;

/** The tags, expandables and formulas of a page outside its code and lists, and the blocks between them, in one pass. */
export const findRegions = (text: string): Region[] => runToEnd(findingRegions(text));

/** The same in steps, for a text that may be long. */
export function* findingRegions(text: string): WorkInSteps<Region[]> {
  return yield* nest(text, yield* splitPieces(text));
}

/** Lines or pieces per step. */
const stepSize = 500;

function* splitPieces(text: string): WorkInSteps<Piece[]> {
  const pieces: Piece[] = [];
  const mathLines = [...text.matchAll(mathLinePattern)].map((match) => match.index);
  let mathAt = 0;
  let markdownStart = 0;
  let parser = new BlockParser(text);
  /** Where the comment or raw element ends that the line is in. */
  let rawEnd = 0;
  const endMarkdown = (end: number) => {
    if (end > markdownStart) pieces.push({ kind: "markdown", start: markdownStart, end, blocks: parser.finish() });
  };

  let read = 0;
  for (let at = 0; at < text.length; ) {
    const { line } = parser;
    line.readLine(at);
    read += 1;
    if (read % stepSize === 0) yield;
    const { start, first, next, begins } = line;
    const isCode = line.indent > 3 || (line.kind === "fence" && !begins);
    if (!line.blank && line.depth === 0 && !isCode && start >= rawEnd) {
      while ((mathLines[mathAt] ?? text.length) < start) mathAt += 1;
      const nextMath = mathLines[mathAt] === start ? mathLines[mathAt + 1] : undefined;
      const piece = readPiece(text, start, first, nextMath);
      if (piece) {
        endMarkdown(start);
        pieces.push(piece);
        at = markdownStart = piece.end;
        parser = new BlockParser(text);
        continue;
      }
      rawEnd = endOfRawHtml(text, line) ?? rawEnd;
    }
    parser.addLine();
    at = next;
  }
  endMarkdown(text.length);
  return pieces;
}

/** The tag, expandable border or formula on the line from `lineStart`; a tag must have its last line to itself. */
function readPiece(text: string, lineStart: number, at: number, nextMathLine: number | undefined): Piece | undefined {
  if (text.startsWith("{%", at)) {
    const tag = readTag(text, at);
    return tag && pieceOfTag(text, lineStart, tag);
  }
  if (text.startsWith("<", at)) {
    detailsPattern.lastIndex = at;
    const opening = detailsPattern.exec(text);
    if (opening) {
      const attributes = { summary: opening[2] ?? "", ...(/\sopen\b/.test(opening[1] ?? "") ? { open: "true" } : {}) };
      const tag: Tag = { name: "<details>", attributes, argument: "", start: at, end: detailsPattern.lastIndex };
      return { kind: "tag", start: lineStart, end: detailsPattern.lastIndex, tag };
    }
    detailsEndPattern.lastIndex = at;
    if (detailsEndPattern.test(text)) {
      return pieceOfTag(text, lineStart, {
        name: "end<details>",
        argument: "",
        start: at,
        end: detailsEndPattern.lastIndex,
      });
    }
    divPattern.lastIndex = at;
    const div = divPattern.exec(text)?.[0];
    if (div !== undefined) {
      const attributes = readHtmlTag(div)?.attributes ?? {};
      return pieceOfTag(text, lineStart, { name: "<div>", attributes, argument: "", start: at, end: at + div.length });
    }
    divEndPattern.lastIndex = at;
    if (divEndPattern.test(text) && isBelowBlank(text, lineStart)) {
      return pieceOfTag(text, lineStart, { name: "end<div>", argument: "", start: at, end: divEndPattern.lastIndex });
    }
  }
  if (nextMathLine !== undefined) {
    const formulaStart = endOfLine(text, lineStart);
    const formula = text.slice(formulaStart, Math.max(formulaStart, nextMathLine - 1));
    return { kind: "math", start: lineStart, end: endOfLine(text, nextMathLine), formula };
  }
  return undefined;
}

function pieceOfTag(text: string, start: number, tag: Tag): TagRegion | undefined {
  const end = endOfLine(text, tag.end);
  return text.slice(tag.end, end).trim() === "" ? { kind: "tag", start, end, tag } : undefined;
}

function isBelowBlank(text: string, lineStart: number): boolean {
  let at = lineStart - 2;
  while (at >= 0 && /[ \t]/.test(text.charAt(at))) at -= 1;
  return at < 0 || text[at] === "\n";
}

/** Where an HTML comment or raw element that begins on this line ends; Markdown reads an unclosed one to the end. */
function endOfRawHtml(text: string, line: ShapedLine): number | undefined {
  const opening = readHtmlOpening(text, line, { inParagraph: true, strict: true });
  if (!opening || opening.element === "markup") return undefined;
  const end = endOfMatch(opening.terminator, text, line.first);
  return end === -1 ? text.length : end;
}

/** The offset after the line feed that ends the line around `at`. */
function endOfLine(text: string, at: number): number {
  const lineFeed = text.indexOf("\n", at);
  return lineFeed === -1 ? text.length : lineFeed + 1;
}

/** Pairs opening and end tags, innermost first, and turns them into frames. A tag without a partner stays a tag. */
function* nest(text: string, pieces: readonly Piece[]): WorkInSteps<Region[]> {
  const partners = pairNames(pieces.map(tagName));
  const root: Region[] = [];
  const open: { children: Region[]; closeIndex: number; piece: TagRegion }[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index % stepSize === 0) yield;
    const target = open.at(-1)?.children ?? root;
    const partner = partners.get(index);
    const top = open.at(-1);
    if (top?.closeIndex === index) {
      open.pop();
      (open.at(-1)?.children ?? root).push({
        kind: "frame",
        start: top.piece.start,
        openEnd: top.piece.end,
        closeStart: piece.start,
        end: piece.end,
        tag: top.piece.tag,
        children: top.children,
      });
    } else if (piece.kind === "tag" && partner !== undefined && open.length < maxNestingDepth) {
      open.push({ children: [], closeIndex: partner, piece });
    } else if (piece.kind === "tag" && piece.tag.name.endsWith(">")) {
      const { start, end } = piece;
      target.push({ kind: "markdown", start, end, blocks: parseBlocks(text, piece) });
    } else {
      target.push(piece);
    }
  }
  return root;
}

function tagName(piece: Piece): { name: string; closing: boolean } | undefined {
  if (piece.kind !== "tag") return undefined;
  const { name } = piece.tag;
  return name.startsWith("end") ? { name: name.slice(3), closing: true } : { name, closing: false };
}

/** Deepest nesting of blocks that is read or printed as blocks; anything deeper becomes verbatim text. */
export const maxNestingDepth = 16;
