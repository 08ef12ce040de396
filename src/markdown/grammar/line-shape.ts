import { type Line, lineFrom } from "../text/lines.ts";

/** A line with its indentation in columns (tab stops of four) and the position of its first visible character. */
export interface ShapedLine extends Line {
  indent: number;
  first: number;
  blank: boolean;
}

/** The line that starts at `start`. */
export function shapeLine(text: string, start: number): ShapedLine {
  const { end, next } = lineFrom(text, start);
  const { indent, first } = measureIndent(text, start, end);
  return { start, end, next, indent, first, blank: first >= end };
}

/** `column` is that of `start`, if something before it was removed; `pad` spaces are in front of it. */
export function measureIndent(
  text: string,
  start: number,
  end: number,
  column = 0,
  pad = 0,
): { indent: number; first: number } {
  let first = start;
  let indent = pad;
  for (; first < end; first += 1) {
    const code = text.charCodeAt(first);
    if (code === 32) indent += 1;
    else if (code === 9) indent += 4 - ((column + indent) % 4);
    else break;
  }
  return { indent, first };
}

export interface FenceOpening {
  marker: "`" | "~";
  length: number;
  /** Where the language and options start. */
  infoStart: number;
}

/** A code fence opening at `first`: three or more backticks or tildes. */
export function readFenceOpening(text: string, first: number, end: number): FenceOpening | undefined {
  const marker = text[first];
  if (marker !== "`" && marker !== "~") return undefined;
  const infoStart = skipRun(text, first, end, marker);
  const length = infoStart - first;
  if (length < 3) return undefined;
  if (marker === "`" && text.slice(infoStart, end).includes("`")) return undefined;
  return { marker, length, infoStart };
}

export function closesFence(text: string, line: ShapedLine, fence: FenceOpening): boolean {
  if (text[line.first] !== fence.marker) return false;
  const runEnd = skipRun(text, line.first, line.end, fence.marker);
  return runEnd - line.first >= fence.length && text.slice(runEnd, line.end).trim() === "";
}

/** Level of an ATX heading at `first`, 0 if there is none. */
export function headingLevelAt(text: string, first: number, end: number): number {
  if (text[first] !== "#") return 0;
  const runEnd = skipRun(text, first, end, "#");
  const level = runEnd - first;
  if (level > 6 || (runEnd < end && text[runEnd] !== " " && text[runEnd] !== "\t")) return 0;
  return level;
}

/** Where an ATX heading's content ends: before a separate closing run of `#`. */
export function headingEnd(text: string, start: number, end: number): number {
  let content = end;
  while (content > start && (text[content - 1] === " " || text[content - 1] === "\t")) content -= 1;
  let marks = content;
  while (marks > start && text[marks - 1] === "#") marks -= 1;
  const apart = marks === start || text[marks - 1] === " " || text[marks - 1] === "\t";
  return apart ? marks : content;
}

/** Level of the setext heading that this underline makes of the paragraph above it, 0 if it is not one. */
export function underlineLevel(text: string, { first, end }: ShapedLine): number {
  const marker = text[first];
  if (marker !== "=" && marker !== "-") return 0;
  const runEnd = skipRun(text, first, end, marker);
  if (text.slice(runEnd, end).trim() !== "") return 0;
  return marker === "=" ? 1 : 2;
}

/** `***`, `---` or `___`, spaces between allowed. */
export function isThematicBreak(text: string, first: number, end: number): boolean {
  const marker = text[first];
  if (marker !== "*" && marker !== "-" && marker !== "_") return false;
  let count = 0;
  for (let position = first; position < end; position += 1) {
    const character = text[position];
    if (character === marker) count += 1;
    else if (character !== " " && character !== "\t") return false;
  }
  return count >= 3;
}

export interface ListMarker {
  /** Characters of the marker itself. */
  width: number;
  /** Where the item's text starts. */
  textStart: number;
  /** Indentation in columns of the item's further blocks, counted from the line's start. */
  contentIndent: number;
  /** Whether the marker may end a paragraph right above it. */
  interrupts: boolean;
  /** Nothing follows it on its line. */
  empty: boolean;
  /** `-`, `*`, `+`, `.` or `)`: a different one starts a new list. */
  delimiter: string;
  number?: number;
}

const listMarkerPattern = /([-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$)/y;

/** `column` as in `measureIndent`. */
export function readListMarker(text: string, line: ShapedLine, column = 0): ListMarker | undefined {
  // No letter begins a marker.
  if (text.charCodeAt(line.first) > 57) return undefined;
  listMarkerPattern.lastIndex = line.first;
  const marker = listMarkerPattern.exec(text)?.[1];
  if (marker === undefined) return undefined;
  const markerEnd = line.indent + marker.length;
  const after = measureIndent(text, line.first + marker.length, line.end, column + markerEnd);
  const { indent: gap, first: textStart } = after;
  const empty = textStart >= line.end;
  const number = marker.length > 1 ? Number(marker.slice(0, -1)) : undefined;
  return {
    width: marker.length,
    textStart,
    // Five or more spaces after the marker start indented code one column behind it.
    contentIndent: markerEnd + (empty || gap > 4 ? 1 : gap),
    interrupts: !empty && (number === undefined || number === 1),
    empty,
    delimiter: marker.slice(-1),
    ...(number !== undefined && { number }),
  };
}

const blockElementPattern =
  /<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=\s|\/?>|$)/iy;

const loneElementPattern =
  /<(?:[a-z][a-z0-9-]*(?:[ \t]+[a-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\s"'=<>`]+))?)*[ \t]*\/?|\/[a-z][a-z0-9-]*[ \t]*)>[ \t]*(?=[\r\n]|$)/iy;

/** An element in the syntax of MDX, such as `<A b={c ? d : e}>`. */
const loneComponentPattern = /<\/?[a-z][a-z0-9-]*(?:\s[^<>\r\n]*)?>[ \t]*(?=[\r\n]|$)/iy;

/** The beginnings of HTML that continues over blank lines, and what ends it. */
const unbrokenBlocks: readonly (readonly [opening: RegExp, terminator: RegExp, element: "comment" | "raw"])[] = [
  [/<!--/y, /-->/g, "comment"],
  [/<(?:script|pre|style|textarea)(?=[\s>]|$)/iy, /<\/(?:script|pre|style|textarea)>/gi, "raw"],
  [/<\?/y, /\?>/g, "raw"],
  [/<!\[CDATA\[/y, /\]\]>/g, "raw"],
  [/<![A-Za-z]/y, />/g, "raw"],
];

/** How an HTML block that starts at `first` ends: at a piece of text, or at a blank line. */
export type HtmlOpening = { element: "comment" | "raw"; terminator: RegExp } | { element: "markup" };

interface HtmlOptions {
  inParagraph: boolean;
  /** HTML is only that of CommonMark, not of MDX. */
  strict: boolean;
}

export function readHtmlOpening(
  text: string,
  { first }: ShapedLine,
  { inParagraph, strict }: HtmlOptions,
): HtmlOpening | undefined {
  if (text[first] !== "<") return undefined;
  for (const [opening, terminator, element] of unbrokenBlocks) {
    if (matchesAt(opening, text, first)) return { element, terminator };
  }
  const isLone = () =>
    matchesAt(loneElementPattern, text, first) || (!strict && matchesAt(loneComponentPattern, text, first));
  const isMarkup = matchesAt(blockElementPattern, text, first) || (!inParagraph && isLone());
  return isMarkup ? { element: "markup" } : undefined;
}

/** Where the first match of a `g` expression at or after `from` ends, -1 if there is none. */
export function endOfMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function skipRun(text: string, first: number, end: number, character: string): number {
  let position = first;
  while (position < end && text[position] === character) position += 1;
  return position;
}

/** An unclosed code fence. */
export function fenceAround(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  return "`".repeat(longest + 1);
}
