import { type Range, trimRange } from "./range.ts";

/** `2x`, `1.5x`, `640w`: how large a candidate is. */
const DESCRIPTOR = /\s\d{1,6}(?:\.\d{1,6})?[xwh]\s*$/;
const FILE_ENDING = /\.[a-z\d]{2,5}(?:\?[^\s?]{0,30})?\s*$/i;
/** Longer than any descriptor or file ending: what is looked at before a comma. */
const lookBehind = 40;

/**
 * The addresses of a `srcset`: `one.png 1x, two.png 2x`. File names with spaces and commas stand in it as they are
 * (`Badge Dark.png`): a comma ends a candidate after its size, and before a space after a file's ending.
 */
export function readCandidates(text: string, { start, end }: Range): Range[] {
  const value = text.slice(start, end);
  const candidates: Range[] = [];
  for (let from = 0, comma = nextComma(0); from <= value.length; comma = nextComma(comma + 1)) {
    const before = value.slice(Math.max(from, comma - lookBehind), comma);
    const size = DESCRIPTOR.exec(before)?.[0] ?? "";
    const isLast = comma === value.length;
    const endsFile = /\s/.test(value.charAt(comma + 1)) && FILE_ENDING.test(before);
    if (!isLast && size === "" && !endsFile) continue;
    const candidate = trimRange(value, { start: from, end: comma - size.length });
    if (/[^\s,]/.test(value.slice(candidate.start, candidate.end))) {
      candidates.push({ start: start + candidate.start, end: start + candidate.end });
    }
    from = comma + 1;
  }
  return candidates;

  function nextComma(position: number): number {
    const comma = value.indexOf(",", position);
    return comma === -1 ? value.length : comma;
  }
}
