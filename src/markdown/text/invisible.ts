import { endingWith } from "./occurrences.ts";
import type { Range } from "./ranges.ts";

/**
 * Invisible characters, which can carry words past a reader: zero-width and bidirectional marks, tags,
 * variation selectors, fillers, control characters, lone surrogates. Tabs and line endings are not among them.
 */
const invisibleCharacters =
  "\\p{Default_Ignorable_Code_Point}|\\p{Noncharacter_Code_Point}|\\p{Cs}|[\\u2028\\u2029\\ufff9-\\ufffb]|(?![\\t\\n\\r])\\p{Cc}|\\r(?!\\n)";

/** Scripts whose letters are written differently with a joiner or a non-joiner between them. */
const joiningScripts = [
  "Arab",
  "Syrc",
  "Nkoo",
  "Mong",
  "Adlm",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
  "Knda",
]
  .concat("Mlym", "Sinh", "Khmr", "Mymr", "Tibt")
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join("");

/** Where one of them changes how the adjacent visible characters are drawn: one at a time, never a run. */
const neededCharacters = [
  `(?<=[\\p{L}\\p{M}])(?<=[${joiningScripts}])[\\u200c\\u200d](?!${invisibleCharacters})`,
  "(?<=\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=\\p{Extended_Pictographic})",
  "(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]",
  "(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
  `(?<=\\p{Script=Mongolian})[\\u180b-\\u180f](?!${invisibleCharacters})`,
].join("|");

const invisible = new RegExp(invisibleCharacters, "u");

const everyInvisible = new RegExp(invisibleCharacters, "gu");

const everyHidden = new RegExp(`(${neededCharacters})|${invisibleCharacters}`, "gu");

/** Only printable ASCII and line endings: almost every text, for which nothing else is checked. */
function isPlain(text: string): boolean {
  if (text === lastPlain) return true;
  const plain = !/[^\t\n\x20-\x7e]/.test(text);
  if (plain && text.length > 4096) lastPlain = text;
  return plain;
}

/** The same long page is read several times in a row. */
let lastPlain = "";

/** As in `\u{200b}`, by the number of the character. */
const toEscape = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * The text with its invisible characters escaped, except those that adjacent letters and emoji need. `write` returns an
 * escape; by default `\u{200b}`.
 */
export function showInvisible(text: string, write: (character: string) => string = toEscape): string {
  if (isPlain(text)) return text;
  return text.replace(everyHidden, (character, needed: string | undefined) => needed ?? write(character));
}

/** Whether the text has any invisible character, needed or not. */
export const hasInvisible = (text: string): boolean => !isPlain(text) && invisible.test(text);

/** The text with every invisible character escaped, whatever is next to it. */
export const escapeInvisible = (text: string): string =>
  isPlain(text) ? text : text.replace(everyInvisible, toEscape);

/** Bounded, because a longer run would overflow the stack of the expression. */
const everyRun = new RegExp(`(?:${invisibleCharacters}){1,1000}`, "gu");

/**
 * Where a passage is on a page, given with its invisible characters unchanged or as they are shown. Line
 * endings match each other.
 */
export function listShownPassages(markdown: string, passage: string): Range[] {
  const needle = escapeInvisible(passage.replaceAll("\r\n", "\n"));
  if (needle === "") return [];
  const search = new ShownSearch(markdown, needle);
  let at = 0;
  for (const { 0: run, index } of markdown.matchAll(everyRun)) {
    search.takePlain(at, index);
    search.takeInvisible(index, run);
    at = index + run.length;
  }
  search.takePlain(at, markdown.length);
  return search.found;
}

/** Marks the offset of what is within an escaped character. */
const inside = -1;

/** Searches a page as it is shown, which may be eight times as long as the page and is never kept as a whole. */
class ShownSearch {
  readonly found: Range[] = [];
  readonly #markdown: string;
  readonly #endsWithNeedle: (code: number) => boolean;
  /** Offsets on the page of the last units of the shown text, as many as the needle has, in a ring. */
  readonly #starts: Int32Array;
  #position = 0;
  readonly #escapes = new Map<string, string>();

  constructor(markdown: string, needle: string) {
    this.#markdown = markdown;
    this.#endsWithNeedle = endingWith(needle);
    this.#starts = new Int32Array(needle.length);
  }

  takePlain(from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const code = this.#markdown.charCodeAt(at);
      const start = at;
      // A carriage return by itself is invisible.
      if (code === carriageReturn) at += 1;
      this.#take(code === carriageReturn ? lineFeed : code, start, at + 1);
    }
  }

  takeInvisible(from: number, run: string): void {
    let at = from;
    for (const character of run) {
      const written = this.#written(character);
      const last = written.length - 1;
      for (let index = 0; index <= last; index += 1) {
        const start = index === 0 ? at : inside;
        this.#take(written.charCodeAt(index), start, index === last ? at + character.length : inside);
      }
      at += character.length;
    }
  }

  #written(character: string): string {
    const known = this.#escapes.get(character);
    if (known !== undefined) return known;
    const written = toEscape(character);
    this.#escapes.set(character, written);
    return written;
  }

  #take(code: number, unitStart: number, end: number): void {
    this.#starts[this.#position] = unitStart;
    this.#position = this.#position + 1 === this.#starts.length ? 0 : this.#position + 1;
    if (!this.#endsWithNeedle(code)) return;
    const start = this.#starts[this.#position] ?? inside;
    if (start !== inside && end !== inside) this.found.push({ start, end });
  }
}

const carriageReturn = 13;
const lineFeed = 10;

type Restored = { readonly text: string } | { readonly unclear: string };

/**
 * A new text with those invisible characters of the replaced passage restored that it escapes. An escape of
 * any other character is text and stays. Ambiguous if the passage itself also contains the escape as text.
 */
export function restoreInvisible(text: string, replaced: string): Restored {
  if (!text.includes("\\u{") || !hasInvisible(replaced)) return { text };
  const hidden = new Map(Array.from(new Set(replaced.match(everyInvisible)), (one) => [toEscape(one), one] as const));
  const literal = new Set(replaced.match(anyEscape));
  const unclear = text.match(anyEscape)?.find((written) => hidden.has(written) && literal.has(written));
  if (unclear !== undefined) return { unclear };
  return { text: text.replace(anyEscape, (written) => hidden.get(written) ?? written) };
}

const anyEscape = /\\u\{[0-9a-f]{1,6}\}/g;
