import { ENTITY } from "../grammar/html.ts";

const ENTITY_HERE = new RegExp(ENTITY.source, "g");

/** An emoji short code that is apart from words, numbers and other colons. */
export const EMOJI = /(?<![\p{L}\p{N}:]):([a-z+][a-z0-9_+-]{0,60}):(?![\p{L}\p{N}:])/u;

const EMOJI_HERE = new RegExp(EMOJI.source, "gu");

/** What a line must not begin with to stay a line of a paragraph. */
const LINE_START = /^(?:[#>+=|-]|:(?=-)|\d{1,9}[.)])/;

/**
 * Text as inline Markdown that reads as exactly that text anywhere but at the start of a line. Readers take back the
 * marks before brackets in the words of a link, where `![` would then begin a picture.
 */
export function escapeInline(text: string): string {
  return text
    .replace(ENTITY_HERE, (entity) => `&amp;${entity.slice(1)}`)
    .replace(/[\\`*_[\]<~]|!(?=\[)/g, "\\$&")
    .replace(/\{(?=%|$)|\$(?=\$|$)|(?<=\$|^)\$/g, "\\$&")
    .replace(/:(?=\/\/)|www(?=\.)|@/gi, (found) => (found.length === 3 ? `${found}\\` : `\\${found}`))
    .replace(EMOJI_HERE, "\\$&")
    .replace(/\u00a0| (?=\n)|(?<=\n)[ \t]|[^\P{Cc}\n\t\0]|[\u2028\u2029]/gu, characterReference);
}

/** Makes escaped text safe as a paragraph: no line of it begins another block, and no space at its ends is lost. */
export function escapeBlock(markdown: string): string {
  return escapeEnds(
    markdown
      .split("\n")
      .map((line) => line.replace(/^\s/, characterReference).replace(LINE_START, escapeLineStart))
      .join("\n"),
  );
}

/** Keeps the white space at both ends of inline Markdown, which readers trim. */
export function escapeEnds(markdown: string): string {
  return markdown.replace(/^\s|\s$/g, characterReference);
}

function escapeLineStart(start: string): string {
  return `${start.slice(0, -1)}\\${start.slice(-1)}`;
}

function characterReference(character: string): string {
  return character === "\u00a0" ? "&nbsp;" : `&#x${(character.codePointAt(0) ?? 32).toString(16)};`;
}

/** A link destination; angle brackets where it would end too early without them. */
export function escapeHref(href: string): string {
  const safe = href.replace(/[\n\r\\<>]/g, (character) => (/[\n\r]/.test(character) ? "%0A" : `\\${character}`));
  if (href === "" || !/^[^\s()<>\\]+$/.test(href)) return `<${safe}>`;
  return href.replace(/[*_~`[\]!]/g, (character) => (/[*_]/.test(character) ? character : `\\${character}`));
}

/** The quoted title of a link. */
export function escapeTitle(title: string): string {
  return title.replace(/["\\]/g, "\\$&").replace(/\s*\n\s*/g, " ");
}

/** A code span; its text keeps everything but line breaks. */
export function codeSpan(text: string): string {
  const line = text.replace(/\r?\n|\r/g, " ");
  let fence = "`";
  while (line.includes(fence)) fence += "`";
  const padded = /^`|`$/.test(line) || (line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "");
  return padded ? `${fence} ${line} ${fence}` : fence + line + fence;
}

/** Separates an emoji code from the word beside it; means nothing else. */
export const BOUNDARY = "<!---->";
