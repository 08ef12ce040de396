const longest = 80;

/** Line breaks and controls, and marks that reorder or hide text; joiners stay, since scripts and emoji need them. */
const unseen = /[\p{Cc}\s\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu;

/** A title, subject or name that others wrote, as one short line without control characters. */
export function oneLine(name: string, characters = longest): string {
  const line = name
    .slice(0, 4 * characters)
    .replace(unseen, " ")
    .trim();
  const found = [...line];
  return found.length > characters ? `${found.slice(0, characters - 1).join("")}…` : line;
}

/** The same in quotation marks, for a line that stands outside any fence. */
export function quoted(name: string): string {
  return JSON.stringify(oneLine(name));
}
