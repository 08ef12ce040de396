const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Characters that are invisible or affect how others are drawn, and lone surrogates. */
export const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Control, format (bidirectional marks among them), separator and invisible characters, shown as escapes. */
export function escapeControls(text: string): string {
  return text.replace(
    unseen,
    (character) => named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The beginning of an untrusted text on one line of at most this many displayed characters. */
export function excerpt(text: string, characters: number): string {
  return beginning(text, characters, escapeControls);
}

/** The same in quotation marks that the text itself cannot close. */
export function quotedExcerpt(text: string, characters: number): string {
  const show = (character: string) => (/["\\]/.test(character) ? `\\${character}` : escapeControls(character));
  return `"${beginning(text, characters, show)}"`;
}

/** An escaped character counts with its whole escape, and is never cut. */
function beginning(text: string, characters: number, show: (character: string) => string): string {
  let [shown, width] = ["", 0];
  for (const character of text) {
    const written = show(character);
    width += written === character ? 1 : written.length;
    if (width > characters) return `${shown}…`;
    shown += written;
  }
  return shown;
}

/** Replaces a secret in untrusted texts, which may echo it as is, in another case, in a URL or in JSON. */
export function redactor(secret: string | undefined): (text: string) => string {
  if (secret === undefined) return (text) => text;
  const forms = new Set([secret, encodeURIComponent(secret), secret.replaceAll("/", "\\/")]);
  const pattern = new RegExp([...forms].map(literally).join("|"), "gi");
  return (text) => text.replace(pattern, "[token]");
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
