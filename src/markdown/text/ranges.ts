/** A part of a text: from `start` up to and without `end`, in UTF-16 units. */
export interface Range {
  start: number;
  end: number;
}

/** The range without the white space at its two ends. */
export function trimRange(text: string, { start, end }: Range): Range {
  const content = text.slice(start, end);
  const trimmed = content.trimEnd();
  return { start: start + (trimmed.length - trimmed.trimStart().length), end: start + trimmed.length };
}

/** New text for `[start, end)`. */
export interface Replacement extends Range {
  text: string;
}

/** Replaces ranges that are sorted and do not overlap. */
export function replaceRanges(text: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, text: inserted } of replacements) {
    if (start > copied) parts.push(text.slice(copied, start));
    parts.push(inserted);
    copied = end;
  }
  parts.push(text.slice(copied));
  return parts.join("");
}
