const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Control, format (bidirectional marks among them) and separator characters and lone surrogates, shown as escapes. */
export function escapeControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The first characters of a text written by others, on one line. */
export function excerpt(text: string, characters: number): string {
  // Twice as many UTF-16 units hold that many characters even when each is a surrogate pair.
  const start = [...text.slice(0, 2 * characters)].slice(0, characters).join("");
  return escapeControls(start) + (start.length < text.length ? "…" : "");
}

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
