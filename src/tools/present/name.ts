const longest = 80;

/** A title, subject or name that others wrote, as one short quoted line. */
export function quoted(name: string): string {
  const line = name
    .slice(0, 4 * longest)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  const characters = [...line];
  return JSON.stringify(characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : line);
}

/** The same without quotation marks, for a line that stands inside a fence. */
export function oneLine(name: string, characters = longest): string {
  const line = name
    .slice(0, 4 * characters)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  const found = [...line];
  return found.length > characters ? `${found.slice(0, characters - 1).join("")}…` : line;
}
