import { lineFrom } from "../text/lines.ts";
import type { Range } from "../text/ranges.ts";
import { isSpace } from "./html.ts";

/** CommonMark allows any implementation limit of at least three; deeper destinations are text. */
const maxParenthesesDepth = 32;

/** `(destination "title")` at `start`: where it ends, the destination without its `<>`, and the title without its quotes. */
export function readDestination(
  source: string,
  start: number,
): { end: number; href: Range; title?: Range } | undefined {
  if (source[start] !== "(") return undefined;
  const hrefAt = skipSpaces(source, start + 1);
  const href = readHref(source, hrefAt);
  if (!href) return undefined;
  const hrefEnd = source[hrefAt] === "<" ? href.end + 1 : href.end;
  let position = skipSpaces(source, hrefEnd);
  let title: Range | undefined;
  if (position > hrefEnd && source[position] !== ")") {
    const end = titleEnd(source, position);
    if (end === -1) return undefined;
    title = { start: position + 1, end: end - 1 };
    position = skipSpaces(source, end);
  }
  if (source[position] !== ")") return undefined;
  return { end: position + 1, href, ...(title && { title }) };
}

/** A link destination at `start`, bare with balanced parentheses or in `<>`; the range is without the `<>`. */
function readHref(source: string, start: number): Range | undefined {
  const bracketed = source[start] === "<";
  let depth = 0;
  let position = bracketed ? start + 1 : start;
  for (; position < source.length; position += 1) {
    const character = source[position];
    if (character === "\n" || character === "\r") break;
    if (character === "\\" && isPunctuation(source[position + 1])) position += 1;
    else if (bracketed && character === "<") return undefined;
    else if (bracketed && character === ">") return { start: start + 1, end: position };
    else if (bracketed) continue;
    else if (character === " " || character === "\t") break;
    else if (character === "(" && ++depth > maxParenthesesDepth) return undefined;
    else if (character === ")" && --depth < 0) break;
  }
  if (bracketed || depth > 0) return undefined;
  return { start, end: position };
}

function titleEnd(source: string, start: number): number {
  const opening = source[start];
  const closing = opening === "(" ? ")" : opening;
  if (opening !== '"' && opening !== "'" && opening !== "(") return -1;
  for (let position = start + 1; position < source.length; position += 1) {
    const character = source[position];
    if (character === "\\") position += 1;
    else if (character === closing) return position + 1;
    else if (opening === "(" && character === "(") return -1;
  }
  return -1;
}

function skipSpaces(source: string, from: number): number {
  let position = from;
  while (position < source.length && isSpace(source.charCodeAt(position))) position += 1;
  return position;
}

function isPunctuation(character: string | undefined): boolean {
  return character !== undefined && /[!-/:-@[-`{-~]/.test(character);
}

/** `[label]: destination "title"` */
export interface Definition {
  /** The result of `foldLabel`. */
  label: string;
  /** Without `<>`. */
  href: Range;
  /** Without quotes. */
  title?: Range;
}

const labelPattern = /[ \t]*\[((?:\\[\s\S]|[^[\]\\]){1,999})\]:/y;

/** The definitions at the start of a text block, by default all of the text, and where its inline text begins. */
export function readDefinitions(
  markdown: string,
  { start, end }: Range = { start: 0, end: markdown.length },
): { definitions: Definition[]; textStart: number } {
  const definitions: Definition[] = [];
  if (!/^ {0,3}\[/.test(markdown.slice(start, start + 4))) return { definitions, textStart: start };
  const text = markdown.slice(0, end);
  let textStart = start;
  for (let found = readDefinition(text, start); found; found = readDefinition(text, textStart)) {
    definitions.push(found.definition);
    textStart = found.next;
  }
  return { definitions, textStart };
}

function readDefinition(text: string, start: number): { definition: Definition; next: number } | undefined {
  labelPattern.lastIndex = start;
  const label = labelPattern.exec(text)?.[1];
  // A label that starts with `^` is a footnote, whose text is inline text.
  if (label === undefined || label.startsWith("^") || label.trim() === "") return undefined;
  const hrefAt = skipGap(text, labelPattern.lastIndex);
  const href = readHref(text, hrefAt);
  if (!href || (href.end === href.start && text[hrefAt] !== "<")) return undefined;
  const definition = { label: foldLabel(label), href };
  const hrefEnd = text[hrefAt] === "<" ? href.end + 1 : href.end;
  const titleAt = skipGap(text, hrefEnd);
  const end = titleAt > hrefEnd ? titleEnd(text, titleAt) : -1;
  const next = end === -1 ? undefined : blankLineEnd(text, end);
  if (next !== undefined) return { definition: { ...definition, title: { start: titleAt + 1, end: end - 1 } }, next };
  const hrefLineEnd = blankLineEnd(text, hrefEnd);
  return hrefLineEnd === undefined ? undefined : { definition, next: hrefLineEnd };
}

/** The offset after spaces and at most one line ending. */
function skipGap(text: string, from: number): number {
  const lineEnd = skipBlanks(text, from);
  const feed = text[lineEnd] === "\r" ? lineEnd + 1 : lineEnd;
  return text[feed] === "\n" ? skipBlanks(text, feed + 1) : lineEnd;
}

function skipBlanks(text: string, from: number): number {
  let position = from;
  while (text[position] === " " || text[position] === "\t") position += 1;
  return position;
}

/** Where the next line starts, if the rest of this one is blank. */
function blankLineEnd(text: string, from: number): number | undefined {
  const { end, next } = lineFrom(text, from);
  return skipBlanks(text, from) >= end ? next : undefined;
}

/** Labels match regardless of case (`ẞ` is `ss`) and spacing. */
export function foldLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase().toLowerCase();
}

/** Without the backslashes before punctuation. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
