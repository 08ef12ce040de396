/** A text without one character at its end, however often it stands there. Linear, as `/x+$/` is not. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** The same at both ends. */
export function withoutEnds(text: string, character: string): string {
  let start = 0;
  while (text[start] === character) start += 1;
  return withoutEnd(text.slice(start), character);
}
