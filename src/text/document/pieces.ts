import { type Block, scanBlocks } from "../blocks.ts";
import type { Range } from "../range.ts";

/** UTF-16 units that marked is given at once where the text can be cut: it is quadratic in many a text. */
const USUAL_PIECE = 8_192;

/**
 * Cuts Markdown into pieces that read the same apart as together, most of them little longer than `USUAL_PIECE`. One
 * block, such as a list or a table, is never cut.
 */
export function piecesOf(markdown: string): Range[] {
  if (markdown.length <= USUAL_PIECE) return [{ start: 0, end: markdown.length }];
  const pieces: Range[] = [];
  let start = 0;
  let before: Block | undefined;
  for (const block of scanBlocks(markdown)) {
    if (block.start - start >= USUAL_PIECE && standsAlone(markdown, block, before)) {
      pieces.push({ start, end: block.start });
      start = block.start;
    }
    before = block;
  }
  pieces.push({ start, end: markdown.length });
  return pieces;
}

/** Whether nothing above the block can take it in: a list and a quote go on below blank lines, a paragraph until one. */
function standsAlone(markdown: string, block: Block, before: Block | undefined): boolean {
  const first = markdown[block.start] ?? "";
  if (block.kind === "blank" || /[\s\d*+>|-]/.test(first)) return false;
  if (block.kind === "heading" && first === "#") return true;
  return before?.kind === "blank" || before?.kind === "heading" || before?.kind === "fence";
}
