import { entityPattern } from "../grammar/html.ts";

const everyEntityPattern = new RegExp(entityPattern.source, "g");

/** An emoji short code separated from words, numbers and other colons. */
export const emojiPattern = /(?<![\p{L}\p{N}:]):([a-z+][a-z0-9_+-]{0,60}):(?![\p{L}\p{N}:])/u;

const everyEmojiPattern = new RegExp(emojiPattern.source, "gu");

/** Line starts that would end a paragraph. */
const lineStartPattern = /^(?:[#>+=|-]|:(?=-)|\d{1,9}[.)])/;

/**
 * Escapes text as inline Markdown that reads as exactly that text except at the start of a line. Readers unescape
 * brackets in the text of a link, where `![` would then begin an image.
 */
export function escapeInline(text: string): string {
  return text
    .replace(everyEntityPattern, (entity) => `&amp;${entity.slice(1)}`)
    .replace(/[\\`*_[\]<~]|!(?=\[)/g, "\\$&")
    .replace(/\{(?=%|$)|\$(?=\$|$)|(?<=\$|^)\$/g, "\\$&")
    .replace(/:(?=\/\/)|www(?=\.)|@/gi, (found) => (found.length === 3 ? `${found}\\` : `\\${found}`))
    .replace(everyEmojiPattern, "\\$&")
    .replace(/\u00a0| (?=\n)|(?<=\n)[ \t]|[^\P{Cc}\n\t\0]|[\u2028\u2029]/gu, characterReference);
}

/** Makes escaped text safe as a paragraph: no line begins another block, and white space at the ends is kept. */
export function escapeBlock(markdown: string): string {
  return escapeEnds(
    markdown
      .split("\n")
      .map((line) => line.replace(/^\s/, characterReference).replace(lineStartPattern, escapeLineStart))
      .join("\n"),
  );
}

/** Protects white space at both ends of inline Markdown, which readers would trim. */
export function escapeEnds(markdown: string): string {
  return markdown.replace(/^\s|\s$/g, characterReference);
}

function escapeLineStart(start: string): string {
  return `${start.slice(0, -1)}\\${start.slice(-1)}`;
}

function characterReference(character: string): string {
  return character === "\u00a0" ? "&nbsp;" : `&#x${(character.codePointAt(0) ?? 32).toString(16)};`;
}

/** A link destination, in angle brackets if it would end too early without them. */
export function escapeHref(href: string): string {
  const safe = href.replace(/[\n\r\\<>]/g, (character) => (/[\n\r]/.test(character) ? "%0A" : `\\${character}`));
  if (href === "" || !/^[^\s()<>\\]+$/.test(href)) return `<${safe}>`;
  return href.replace(/[*_~`[\]!]/g, (character) => (/[*_]/.test(character) ? character : `\\${character}`));
}

/** The quoted title of a link. */
export function escapeTitle(title: string): string {
  return title.replace(/["\\]/g, "\\$&").replace(/\s*\n\s*/g, " ");
}

/** A code span, which preserves everything except line breaks. */
export function codeSpan(text: string): string {
  const line = text.replace(/\r?\n|\r/g, " ");
  let fence = "`";
  while (line.includes(fence)) fence += "`";
  const padded = /^`|`$/.test(line) || (line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "");
  return padded ? `${fence} ${line} ${fence}` : fence + line + fence;
}

/** Separates an emoji code from an adjacent word; has no other effect. */
export const boundaryComment = "<!---->";
