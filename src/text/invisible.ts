/**
 * Characters that draw nothing and can therefore carry words past a reader: zero-width and bidirectional marks, tags,
 * variation selectors, fillers, control characters, lone surrogates. Tabs and line endings are none of them.
 */
const INVISIBLE =
  "\\p{Default_Ignorable_Code_Point}|\\p{Noncharacter_Code_Point}|\\p{Cs}|[\\u2028\\u2029\\ufff9-\\ufffb]|(?![\\t\\n\\r])\\p{Cc}|\\r(?!\\n)";

/** Scripts whose letters are written differently with a joiner or a non-joiner between them. */
const JOINING = ["Arab", "Syrc", "Nkoo", "Mong", "Adlm", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda"]
  .concat("Mlym", "Sinh", "Khmr", "Mymr", "Tibt")
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join("");

/** Where one of them changes how the visible characters beside it are drawn: one at a time, never a run. */
const NEEDED = [
  `(?<=[\\p{L}\\p{M}])(?<=[${JOINING}])[\\u200c\\u200d](?!${INVISIBLE})`,
  "(?<=\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=\\p{Extended_Pictographic})",
  "(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]",
  "(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
  `(?<=\\p{Script=Mongolian})[\\u180b-\\u180f](?!${INVISIBLE})`,
].join("|");

const invisible = new RegExp(INVISIBLE, "u");
const everyInvisible = new RegExp(INVISIBLE, "gu");
const everyHidden = new RegExp(`(${NEEDED})|${INVISIBLE}`, "gu");

/** Nothing but printable ASCII and line endings: almost every text, and needs no second look. */
const isPlain = (text: string) => !/[^\t\n\x20-\x7e]/.test(text);

/** As in `\u{200b}`, by the number of the character. */
export const escapeOf = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * The text with its invisible characters written out, those left as they are that letters and emoji beside them need.
 * `write` says how one is written; `\u{200b}` when left out.
 */
export function showInvisible(text: string, write: (character: string) => string = escapeOf): string {
  if (isPlain(text)) return text;
  return text.replace(everyHidden, (character, needed: string | undefined) => needed ?? write(character));
}

/** Whether the text has any invisible character, needed or not. */
export const hasInvisible = (text: string): boolean => !isPlain(text) && invisible.test(text);

/** Every invisible character written out, whatever stands beside it. */
export const escapeInvisible = (text: string): string =>
  isPlain(text) ? text : text.replace(everyInvisible, escapeOf);

/** The text and its invisible characters in turns; those stand at the odd places. */
export const splitAtInvisible = (text: string): string[] => text.split(new RegExp(`(${INVISIBLE})`, "u"));
