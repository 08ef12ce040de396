import { type Block, scanBlocks } from "./blocks.ts";
import { readDefinitions } from "./definitions.ts";
import type { Range } from "./inline.ts";
import { inlineText } from "./inline-text.ts";
import { isThematicBreak, readListMarker, shapeLine } from "./line-shape.ts";
import { listLines } from "./lines.ts";

export interface PlainTextOptions {
  /** Leave out blocks that start before this offset. */
  from?: number;
  /** Stop soon after this many visible UTF-16 units. */
  enough?: number;
}

/**
 * What a reader sees of the page, for search and excerpts: titles, running text, code, table cells, image texts. No
 * front matter, destinations, tags, elements, comments, scripts or reference definitions. One line per source line.
 */
export function plainText(markdown: string, options: PlainTextOptions = {}): string {
  const { from = 0, enough = Number.POSITIVE_INFINITY } = options;
  const blocks = scanBlocks(markdown);
  const labels = listLabels(markdown, blocks);
  const parts: string[] = [];
  let length = 0;
  for (const block of blocks) {
    if (block.start < from) continue;
    const part = blockText(markdown, block, labels).trim();
    if (part === "") continue;
    parts.push(part);
    length += part.replace(/\s+/g, " ").length + 1;
    if (length > enough) break;
  }
  return parts.join("\n");
}

function blockText(markdown: string, block: Block, labels: ReadonlySet<string>): string {
  switch (block.kind) {
    case "blank":
      return "";
    case "heading":
      return block.title;
    case "fence":
      return markdown.slice(block.content.start, block.content.end).replaceAll("\r\n", "\n");
    case "html":
      return htmlText(markdown, block, block.element, labels);
    case "tag":
      return tidy(inlineText(markdown.slice(block.start, block.end), labels));
    case "text":
      return runningText(markdown, block, labels);
  }
}

function htmlText(markdown: string, { start, end }: Range, element: string, labels: ReadonlySet<string>): string {
  const source = markdown.slice(start, end);
  if (element === "comment") {
    const close = source.indexOf("-->");
    return close === -1 ? "" : tidy(inlineText(source.slice(close + 3), labels));
  }
  if (element === "raw" && /^\s*<(?:script|style)/i.test(source)) return "";
  return tidy(inlineText(source, labels));
}

function runningText(markdown: string, block: Range, labels: ReadonlySet<string>): string {
  const { textStart } = readDefinitions(markdown, block);
  const source = markdown.slice(textStart, block.end);
  const lines = listLines(source).map(({ start, end }, index) => unmarkedLine(source.slice(start, end), index === 0));
  return tidy(inlineText(lines.join("\n"), labels));
}

/** A line without list marker, checkbox, quote marks, table bars and rules. */
function unmarkedLine(line: string, first: boolean): string {
  const shaped = shapeLine(line, 0);
  if (isThematicBreak(line, shaped.first, shaped.end)) return "";
  if (line[shaped.first] === "|") return cellsText(line);
  if (line[shaped.first] === ">") return line.slice(shaped.first).replace(/^[>\s]+/, "");
  const marker = first ? readListMarker(line, shaped) : undefined;
  return marker ? line.slice(marker.textStart).replace(/^\[[ xX]\]\s/, "") : line.slice(shaped.first);
}

function cellsText(row: string): string {
  if (/^[\s|:-]+$/.test(row)) return "";
  return row.replace(/\\\||\|/g, (bar) => (bar === "|" ? "  " : bar));
}

/** Folds runs of spaces and drops lines left empty by what was removed. */
function tidy(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/[^\S\n]+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

function listLabels(markdown: string, blocks: readonly Block[]): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const block of blocks) {
    if (block.kind !== "text") continue;
    for (const { label } of readDefinitions(markdown, block).definitions) labels.add(label);
  }
  return labels;
}
