import { type Block, listingLabels, scanningBlocks } from "../grammar/blocks.ts";
import { readDefinitions } from "../grammar/destinations.ts";
import { readingInlineText } from "../grammar/inline-text.ts";
import { isThematicBreak, readListMarker, shapeLine } from "../grammar/line-shape.ts";
import { listLines } from "../text/lines.ts";
import type { Range } from "../text/ranges.ts";
import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";

/**
 * The text of a page that readers see, for search and excerpts: titles, text, code, table cells, image texts. No
 * front matter, destinations, tags, elements, comments, scripts or reference definitions. One line per source line.
 */
export const plainText = (markdown: string): string => runToEnd(readingPlainText(markdown));

/** The same in steps, for a text that may be long. */
export function* readingPlainText(markdown: string): WorkInSteps<string> {
  const blocks = yield* scanningBlocks(markdown);
  const labels = yield* listingLabels(markdown, blocks);
  const parts: string[] = [];
  for (const [index, block] of blocks.entries()) {
    if (index % 100 === 99) yield;
    const part = (yield* blockText(markdown, block, labels)).trim();
    if (part !== "") parts.push(part);
  }
  return parts.join("\n");
}

function* blockText(markdown: string, block: Block, labels: ReadonlySet<string>): WorkInSteps<string> {
  switch (block.kind) {
    case "blank":
      return "";
    case "heading":
      return block.title;
    case "fence":
      return markdown.slice(block.content.start, block.content.end).replaceAll("\r\n", "\n");
    case "html":
      return yield* htmlText(markdown, block, block.element, labels);
    case "tag":
      return tidy(yield* readingInlineText(markdown.slice(block.start, block.end), labels));
    case "text":
      return yield* runningText(markdown, block, labels);
  }
}

function* htmlText(
  markdown: string,
  { start, end }: Range,
  element: string,
  labels: ReadonlySet<string>,
): WorkInSteps<string> {
  const source = markdown.slice(start, end);
  if (element === "comment") {
    const close = source.indexOf("-->");
    return close === -1 ? "" : tidy(yield* readingInlineText(source.slice(close + 3), labels));
  }
  if (element === "raw" && /^\s*<(?:script|style)/i.test(source)) return "";
  return tidy(yield* readingInlineText(source, labels));
}

function* runningText(markdown: string, block: Range, labels: ReadonlySet<string>): WorkInSteps<string> {
  const { textStart } = readDefinitions(markdown, block);
  const source = markdown.slice(textStart, block.end);
  const lines = listLines(source).map(({ start, end }, index) => unmarkedLine(source.slice(start, end), index === 0));
  yield;
  return tidy(yield* readingInlineText(lines.join("\n"), labels));
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

/** Collapses runs of spaces and removes lines that are now empty. */
function tidy(text: string): string {
  // A single plain space, the most common white space, does not match and costs no copy.
  return text
    .replace(/[^\S\n ][^\S\n]*| [^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim();
}
