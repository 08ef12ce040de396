import { scanBlocks } from "./blocks.ts";
import type { Range } from "./inline.ts";

/** `{% include "path" %}` on a line of its own; the range is the whole line without its line ending. */
export interface Include extends Range {
  readonly path: string;
  /** White space before the tag, which what takes its place is indented by. */
  readonly indent: string;
}

const INCLUDE = /^([ \t]*)\{%-?[ \t]*include[ \t]+(?:"([^"\n]*)"|'([^'\n]*)')[ \t]*-?%\}[ \t]*$/;

/** The includes of a page, in order, outside code. Linear. */
export function listIncludes(markdown: string): Include[] {
  if (!markdown.includes("{%")) return [];
  return scanBlocks(markdown).flatMap((block) => {
    if (block.kind !== "tag") return [];
    const line = markdown.slice(block.start, block.end).replace(/\r?\n$/, "");
    const match = INCLUDE.exec(line);
    if (match === null) return [];
    const path = match[2] ?? match[3] ?? "";
    return [{ path, indent: match[1] ?? "", start: block.start, end: block.start + line.length }];
  });
}
