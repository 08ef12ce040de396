import { lineFrom } from "../text/lines.ts";
import type { Range } from "../text/ranges.ts";
import { isSpace } from "./html.ts";

/** CommonMark allows any implementation limit of at least three; deeper destinations are text. */
const DEEPEST_PARENTHESES = 32;

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
    else if (character === "(" && ++depth > DEEPEST_PARENTHESES) return undefined;
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

/** `[label]: destination`, on one line. */
interface Definition {
  /** As `foldLabel` makes it. */
  label: string;
  /** Without `<>`. */
  href: Range;
}

const LABEL = /^ {0,3}\[([^[\]]{1,999})\]:[ \t]*/;

/** The definitions at the beginning of a text block `[start, end)`, and where its running text starts after them. */
export function readDefinitions(
  markdown: string,
  { start, end }: Range,
): { definitions: Definition[]; textStart: number } {
  const definitions: Definition[] = [];
  let textStart = start;
  while (textStart < end) {
    const line = lineFrom(markdown, textStart);
    const definition = readDefinition(markdown.slice(line.start, line.end), line.start);
    if (!definition) break;
    definitions.push(definition);
    textStart = line.next;
  }
  return { definitions, textStart };
}

function readDefinition(line: string, offset: number): Definition | undefined {
  const match = LABEL.exec(line);
  const label = match?.[1];
  // A label that starts with `^` is a footnote's: its text is running text.
  if (!match || label === undefined || label.startsWith("^") || label.trim() === "") return undefined;
  const href = readHref(line, match[0].length);
  if (!href || href.start === line.length) return undefined;
  const title = line.slice(line[href.end] === ">" ? href.end + 1 : href.end);
  if (title.trim() !== "" && !/^\s+(?:"[^"]*"|'[^']*'|\([^()]*\))\s*$/.test(title)) return undefined;
  return { label: foldLabel(label), href: { start: offset + href.start, end: offset + href.end } };
}

/** Labels match without regard to case and spacing. */
export function foldLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase().toLowerCase();
}
