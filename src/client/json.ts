import { unseen } from "./excerpt.ts";

/** What a text parses to, or undefined when it is not JSON. */
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

/** JSON on one line with the same characters as escapes of JSON, so that it parses to the same value. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(unseen, jsonEscape);
}

/** The same on many lines, each level set in by two blanks. */
export function indentedJson(value: unknown): string {
  // A line feed is between members: one in a text is written out already.
  return JSON.stringify(value, null, 2).replace(unseen, (character) =>
    character === "\n" ? character : jsonEscape(character),
  );
}

/** As in `\u200b`, one for each UTF-16 unit. */
function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
