/** A text without one character at its end, however often it is there. Linear, as `/x+$/` is not. */
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

/** At most `maxLength` UTF-16 units of a text, without splitting a character at the end. */
export function truncate(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
}

/** The beginning of a text, up to the end of a word. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const space = text.lastIndexOf(" ", maxLength - 2);
  return `${truncate(text, space > maxLength / 2 ? space : maxLength - 1).trimEnd()}…`;
}
