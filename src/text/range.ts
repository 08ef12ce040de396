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
