import { unseen } from "./excerpt.ts";

/** The value of a JSON text, or undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON on one line with these characters as JSON escapes, so that it parses to the same value. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(unseen, jsonEscape);
}

/** The same on several lines, indented by two spaces per level. */
export function indentedJson(value: unknown): string {
  // Line feeds occur only between members: those in texts are already escaped.
  return JSON.stringify(value, null, 2).replace(unseen, (character) =>
    character === "\n" ? character : jsonEscape(character),
  );
}

/** As in `\u200b`, one per UTF-16 unit. */
function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
