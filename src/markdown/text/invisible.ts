import { listOccurrences } from "./occurrences.ts";
import type { Range } from "./ranges.ts";

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
const escapeOf = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

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

/** Every invisible character written out, whatever is beside it. */
export const escapeInvisible = (text: string): string =>
  isPlain(text) ? text : text.replace(everyInvisible, escapeOf);

/** The text and its invisible characters in turns; those are at the odd places. */
const splitAtInvisible = (text: string): string[] => text.split(new RegExp(`(${INVISIBLE})`, "u"));

/**
 * Where a passage is on a page, written with its invisible characters as they are or as they are shown. Line
 * endings match each other.
 */
export function listShownPassages(markdown: string, passage: string): Range[] {
  const page = shownWithOffsets(markdown);
  const needle = escapeInvisible(passage.replaceAll("\r\n", "\n"));
  return listOccurrences(page.text, needle).flatMap((position) => {
    const start = page.offsets[position] ?? inside;
    const end = page.offsets[position + needle.length] ?? inside;
    return start === inside || end === inside ? [] : [{ start, end }];
  });
}

/** Stands for the offset of what is within a written-out character. */
const inside = -1;

/** Each unit of the shown text, and its end, with the offset on the page. */
function shownWithOffsets(markdown: string): { text: string; offsets: Int32Array } {
  const pieces = splitAtInvisible(markdown).map((piece, place) => ({ piece, hidden: place % 2 === 1 }));
  const shown = pieces.map(({ piece, hidden }) => (hidden ? escapeOf(piece) : piece.replaceAll("\r\n", "\n")));
  const text = shown.join("");
  const offsets = new Int32Array(text.length + 1).fill(inside);
  let position = 0;
  let offset = 0;
  for (const [place, { piece, hidden }] of pieces.entries()) {
    const length = shown[place]?.length ?? 0;
    if (hidden) offsets[position] = offset;
    else fillOffsets(offsets, { position, piece, offset });
    position += length;
    offset += piece.length;
  }
  offsets[position] = offset;
  return { text, offsets };
}

function fillOffsets(offsets: Int32Array, from: { position: number; piece: string; offset: number }): void {
  let { position } = from;
  for (let at = 0; at < from.piece.length; at += 1) {
    offsets[position] = from.offset + at;
    position += 1;
    if (from.piece.startsWith("\r\n", at)) at += 1;
  }
}

type Restored = { readonly text: string } | { readonly unclear: string };

/**
 * A new text with the invisible characters of the passage it replaces put back where it writes them out. An escape for
 * any other character is text and stays. Unclear where the passage itself has the escape as text as well.
 */
export function restoreInvisible(text: string, replaced: string): Restored {
  if (!text.includes("\\u{") || !hasInvisible(replaced)) return { text };
  const hidden = new Map(
    splitAtInvisible(replaced).flatMap((piece, place) => (place % 2 === 1 ? [[escapeOf(piece), piece] as const] : [])),
  );
  const literal = new Set(replaced.match(anyEscape));
  const unclear = text.match(anyEscape)?.find((written) => hidden.has(written) && literal.has(written));
  if (unclear !== undefined) return { unclear };
  return { text: text.replace(anyEscape, (written) => hidden.get(written) ?? written) };
}

const anyEscape = /\\u\{[0-9a-f]{1,6}\}/g;
