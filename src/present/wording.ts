import { showInvisible } from "../markdown/text/invisible.ts";

const maxNameChars = 80;

/** A character as shown: spelled out, escaped or unchanged. */
const shownCharacter = /\\u\{[0-9a-f]+\}|\\.|./gsu;

/** An untrusted title, subject or name as one short line with invisible characters spelled out. */
export function oneLine(name: string, characters = maxNameChars): string {
  return cut(showInvisible(normalizeName(name, characters)), characters);
}

/**
 * The same in quotation marks that it cannot close, for a line outside any fence: an agent needs names to
 * act and to tell people what it did.
 */
export function quoted(name: string, characters = maxNameChars): string {
  return `"${cut(showInvisible(normalizeName(name, characters).replace(/["\\]/g, "\\$&")), characters)}"`;
}

const normalizeName = (name: string, characters: number) =>
  name
    .slice(0, 4 * characters)
    .replace(/\s+/g, " ")
    .trim();

/** Never splits a character that is spelled out or escaped. */
function cut(line: string, characters: number): string {
  if (line.length <= characters) return line;
  const shown = line.match(shownCharacter) ?? [];
  let [keptCount, width] = [0, 0];
  for (const [index, { length }] of shown.entries()) {
    width += length > 2 ? length : 1;
    if (width <= characters - 1) keptCount = index + 1;
    if (width > characters) return `${shown.slice(0, keptCount).join("")}…`;
  }
  return line;
}

/** A number with its noun, such as "1 space" or "2 spaces". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Removes user names and passwords from addresses in a text. */
export const withoutSecret = (text: string): string => text.replace(/:\/\/[^\s/?#"\\]*@/g, "://");
