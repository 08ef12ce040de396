const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Whatever draws nothing or moves what is drawn beside it, and lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Control, format (bidirectional marks among them), separator and invisible characters, shown as escapes. */
export function escapeControls(text: string): string {
  return text.replace(
    unseen,
    (character) => named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** JSON on one line with the same characters as escapes of JSON, so that it parses to the same value. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(unseen, jsonEscape);
}

/** As in `\u200b`, one for each UTF-16 unit. */
function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** The first characters of a text written by others, on one line. */
export function excerpt(text: string, characters: number): string {
  const start = beginning(text, characters);
  return escapeControls(start) + (start.length < text.length ? "…" : "");
}

/** The same in quotation marks that the text itself cannot close. */
export function quotedExcerpt(text: string, characters: number): string {
  const start = beginning(text, characters);
  return `"${escapeControls(start.replace(/["\\]/g, "\\$&"))}${start.length < text.length ? "…" : ""}"`;
}

/** Twice as many UTF-16 units hold that many characters even when each is a surrogate pair. */
const beginning = (text: string, characters: number) =>
  [...text.slice(0, 2 * characters)].slice(0, characters).join("");

/** Replaces a secret in texts of others, which may echo it as it is, in other case, in a URL or in JSON. */
export function redactor(secret: string | undefined): (text: string) => string {
  if (secret === undefined) return (text) => text;
  const forms = new Set([secret, encodeURIComponent(secret), secret.replaceAll("/", "\\/")]);
  const pattern = new RegExp([...forms].map(literally).join("|"), "gi");
  return (text) => text.replace(pattern, "[token]");
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
