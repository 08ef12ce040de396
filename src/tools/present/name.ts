const longest = 80;

/** A title, subject or name that others wrote, as one short line without control characters. */
export function oneLine(name: string, characters = longest): string {
  const line = name
    .slice(0, 4 * characters)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  const found = [...line];
  return found.length > characters ? `${found.slice(0, characters - 1).join("")}…` : line;
}

/** The same in quotation marks, for a line that stands outside any fence. */
export function quoted(name: string): string {
  return JSON.stringify(oneLine(name));
}
