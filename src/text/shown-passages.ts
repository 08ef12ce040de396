import { escapeInvisible, escapeOf, hasInvisible, splitAtInvisible } from "./invisible.ts";
import { listOccurrences } from "./occurrences.ts";
import type { Range } from "./range.ts";

/**
 * Where a passage stands on a page, written with its invisible characters as they are or as they are shown. Line
 * endings match each other.
 */
export function listShownPassages(markdown: string, passage: string): Range[] {
  const page = shownWithOffsets(markdown);
  const needle = escapeInvisible(passage.replaceAll("\r\n", "\n"));
  return listOccurrences(page.text, needle).flatMap((position) => {
    const start = page.offsets[position] ?? inside;
    const end = page.offsets[position + needle.length] ?? inside;
    return start === inside || end === inside ? [] : [{ start, end }];
  });
}

/** Stands for the offset of what lies within a written-out character. */
const inside = -1;

/** Each unit of the shown text, and its end, with the offset on the page. */
function shownWithOffsets(markdown: string): { text: string; offsets: Int32Array } {
  const pieces = splitAtInvisible(markdown).map((piece, place) => ({ piece, hidden: place % 2 === 1 }));
  const shown = pieces.map(({ piece, hidden }) => (hidden ? escapeOf(piece) : piece.replaceAll("\r\n", "\n")));
  const text = shown.join("");
  const offsets = new Int32Array(text.length + 1).fill(inside);
  let position = 0;
  let offset = 0;
  for (const [place, { piece, hidden }] of pieces.entries()) {
    const length = shown[place]?.length ?? 0;
    if (hidden) offsets[position] = offset;
    else fillOffsets(offsets, { position, piece, offset });
    position += length;
    offset += piece.length;
  }
  offsets[position] = offset;
  return { text, offsets };
}

function fillOffsets(offsets: Int32Array, from: { position: number; piece: string; offset: number }): void {
  let { position } = from;
  for (let at = 0; at < from.piece.length; at += 1) {
    offsets[position] = from.offset + at;
    position += 1;
    if (from.piece.startsWith("\r\n", at)) at += 1;
  }
}

export type Restored = { readonly text: string } | { readonly unclear: string };

/**
 * A new text with the invisible characters of the passage it replaces put back where it writes them out. An escape for
 * any other character is text and stays. Unclear where the passage itself has the escape as text as well.
 */
export function restoreInvisible(text: string, replaced: string): Restored {
  if (!text.includes("\\u{") || !hasInvisible(replaced)) return { text };
  const hidden = new Map(
    splitAtInvisible(replaced).flatMap((piece, place) => (place % 2 === 1 ? [[escapeOf(piece), piece] as const] : [])),
  );
  const literal = new Set(replaced.match(anyEscape));
  const unclear = text.match(anyEscape)?.find((written) => hidden.has(written) && literal.has(written));
  if (unclear !== undefined) return { unclear };
  return { text: text.replace(anyEscape, (written) => hidden.get(written) ?? written) };
}

const anyEscape = /\\u\{[0-9a-f]{1,6}\}/g;
