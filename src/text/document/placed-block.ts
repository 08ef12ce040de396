import type { Block } from "./model.ts";

/** A block and where it stands in the text, as offsets; the space after it is not part of it. */
export interface PlacedBlock {
  block: Block;
  start: number;
  end: number;
  /** For a block whose children stand between an opening and a closing part. */
  frame?: { openEnd: number; closeStart: number; children: PlacedBlock[] };
}

/** Where a slice ends without the white space at its end. */
export function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
