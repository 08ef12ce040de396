import { codeSpan, escapeHref, escapeInline } from "../../../../markdown/document/escape-markdown.ts";
import { fenceAround } from "../../../../markdown/grammar/line-shape.ts";
import { truncate } from "../../../../markdown/text/trim.ts";

/** Characters of a text in a table, of a line elsewhere, and of a whole description. */
const maxChars = { cell: 1200, line: 300, block: 20_000 };

/**
 * The Markdown that is kept in third-party text: code, web links, bold and italics. Everything else becomes plain text.
 */
const safeMarkdown =
  /(?<!`)(`{1,5})(?!`)([^`\n]{1,500})\1(?!`)|!?\[([^[\]\n]{0,300})\]\(\s*<?(https?:\/\/[^\s<>()"'`]{1,1000})>?(?:\s+"[^"\n]{0,200}")?\s*\)|!?\[([^[\]\n]{0,300})\]\([^()\n]{0,1000}\)|\*\*([^*\n]{1,300})\*\*|(?<![\w*])([*_])(?!\s)((?:(?!\7)[^\n]){1,300})(?<!\s)\7(?![\w*])|<?(https?:\/\/[^\s<>"'`|\\)\]]{1,1000})>?/g;

/** HTML that is common in descriptions, with the equivalent Markdown. */
const asMarkdown: readonly (readonly [RegExp, string])[] = [
  [/<!--[\s\S]{0,5000}?-->/g, ""],
  [/<(?:br|\/p|\/div|\/tr|\/h[1-6]|\/ul|\/ol)\s*\/?>/gi, "\n\n"],
  [/<li(?:\s[^<>]{0,500})?>/gi, "\n- "],
  [/<code(?:\s[^<>]{0,500})?>([^<>`\n]{1,500})<\/code>/gi, "`$1`"],
  [/<a\s[^<>]{0,500}?href\s*=\s*"(https?:\/\/[^"<>\s()]{1,1000})"[^<>]{0,500}>([^<>[\]\n]{1,300})<\/a>/gi, "[$2]($1)"],
  [/<(?:b|strong)>([^<>*\n]{1,300})<\/(?:b|strong)>/gi, "**$1**"],
  [/(?<![\w*])<(?:i|em)>(?!\s)([^<>*_\n]{1,300})(?<!\s)<\/(?:i|em)>(?![\w*])/gi, "*$1*"],
  [
    /<\/?(?:p|div|span|li|ul|ol|a|b|i|u|em|strong|code|pre|small|sup|sub|h[1-6]|table|tbody|thead|tr|td|th)(?:\s[^<>]{0,1000})?\/?>/gi,
    " ",
  ],
  [/&(?:nbsp|#160);/g, " "],
  [/&lt;/g, "<"],
  [/&gt;/g, ">"],
  [/&quot;|&#34;/g, '"'],
  [/&#39;|&apos;/g, "'"],
  [/&amp;/g, "&"],
];

const plainMarkdown = (text: string) => asMarkdown.reduce((all, [html, markdown]) => all.replace(html, markdown), text);

/** Third-party inline Markdown on one line: it cannot begin a block, tag, element or picture. */
export function inline(text: string, maxLength = maxChars.line): string {
  return formatInline(
    clip(
      plainMarkdown(text.slice(0, 4 * maxLength))
        .replace(/\s+/g, " ")
        .trim(),
      maxLength,
    ),
  );
}

/** The same in a table, where a bar would end the cell. */
export const cell = (text: string): string => inTable(inline(text, maxChars.cell));

/** Our own inline Markdown in a table. */
export const inTable = (markdown: string): string => markdown.replace(/\\\|/g, "|").replaceAll("|", "\\|");

/** A value of a description as code. */
export function code(text: string, maxLength = 200): string {
  const line = clip(text.replace(/\s+/g, " ").trim(), maxLength);
  return line === "" ? "" : codeSpan(line);
}

/** A name or title as plain text on one line; empty if it contains no words. */
export const plain = (text: string, maxLength = 150): string =>
  clip(text.replace(/[\p{Cc}\s]+/gu, " ").trim(), maxLength);

/** The words of third-party inline Markdown, as plain text on one line. */
export const words = (text: string, maxLength = 150): string =>
  plain(
    plainMarkdown(text.slice(0, 4 * maxLength))
      .replace(/!?\[([^[\]\n]{0,300})\]\([^()\n]{0,1000}\)/g, "$1")
      .replace(/[`*]+/g, ""),
    maxLength,
  );

/** The same as inline Markdown that renders to exactly that text. */
export const escaped = (text: string): string => readable(escapeInline(text));

/** The words of a heading, escaped so that they neither end it nor give it an anchor. */
export const headingWords = (text: string): string =>
  escaped(text)
    .replace(/\{#/g, "{ #")
    .replace(/(?<!#)#+$/, (marks) => `\\${marks}`);

/** A description of several paragraphs. Its headings become bold lines, to stay out of the page's outline. */
export function block(text: string): string {
  const lines = plainMarkdown(clip(text, maxChars.block)).replace(/\r\n?/g, "\n").split("\n");
  const written: string[] = [];
  let fence: { readonly mark: string; readonly lines: string[]; readonly info: string } | undefined;
  for (const line of lines) {
    const opening = /^ {0,8}(`{3,}|~{3,})[ \t]*([\w+-]{0,30})/.exec(line);
    if (fence !== undefined) {
      if (line.trim().startsWith(fence.mark) && line.trim().replace(/[`~]/g, "") === "") {
        written.push(...fenced(fence.lines, fence.info));
        fence = undefined;
      } else fence.lines.push(line);
    } else if (opening?.[1] !== undefined) fence = { mark: opening[1], lines: [], info: opening[2] ?? "" };
    else written.push(blockLine(line));
  }
  if (fence !== undefined) written.push(...fenced(fence.lines, fence.info));
  return written
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Lines as a code block that no line in them can end. */
export function fenced(lines: readonly string[], info: string): string[] {
  const mark = fenceAround(lines.join("\n"));
  return [mark + info, ...lines, mark];
}

const tableRule = /^\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*(?::?-{3,}:?)?$/;

function blockLine(source: string): string {
  const line = source.trimEnd();
  const bare = line.trim();
  if (tableRule.test(bare)) return bare;
  if (bare === "" || /^(?:[-*_=]\s*){3,}$/.test(bare)) return "";
  const heading = /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line)?.[1];
  if (heading !== undefined) {
    const words = clip(heading, maxChars.line)
      .replaceAll("*", "")
      .replace(/[ \t#]+$/, "");
    return words === "" ? "" : `\n**${formatInline(words)}**\n`;
  }
  const item = /^([ \t]{0,12})([-*+]|\d{1,9}[.)])[ \t]+(.*)$/.exec(line);
  if (item !== null)
    return `${(item[1] ?? "").replaceAll("\t", "  ")}${item[2]} ${lineStart(formatInline(item[3] ?? ""))}`;
  const quote = /^ {0,3}>[ \t]?(.*)$/.exec(line);
  if (quote !== null) return `> ${lineStart(formatInline(quote[1] ?? ""))}`;
  return lineStart(formatInline(bare));
}

/** Prevents a line from starting a block. */
const lineStart = (markdown: string): string =>
  markdown.replace(/^(?:[#>+=-]|:(?=-)|\d{1,9}[.)])/, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`);

function formatInline(text: string): string {
  let written = "";
  let from = 0;
  for (const match of text.matchAll(safeMarkdown)) {
    const [whole, , span, label, href, elsewhere, bold, mark, italic, address] = match;
    written += escaped(text.slice(from, match.index));
    from = match.index + whole.length;
    if (span !== undefined) written += codeSpan(span);
    else if (href !== undefined && (label || href) === href) written += `<${href}>`;
    else if (href !== undefined) written += `[${escaped(label ?? "")}](${escapeHref(href)})`;
    else if (bold !== undefined) written += bold.trim() === "" ? escaped(whole) : `**${formatInline(bold.trim())}**`;
    else if (italic !== undefined) written += `${mark}${formatInline(italic)}${mark}`;
    else if (address !== undefined) written += formatLink(address);
    else written += escaped(elsewhere ?? "");
  }
  return written + escaped(text.slice(from));
}

/** A link for a bare address, without the punctuation that ends the sentence. */
function formatLink(address: string): string {
  const [, link = address, end = ""] = /^(.*?)([.,;:!?*_~]*)$/.exec(address) ?? [];
  return `<${link}>${escaped(end)}`;
}

/** Underscores within a word have no effect, so they need no escaping. */
const readable = (markdown: string) => markdown.replace(/(?<=[A-Za-z0-9])\\_(?=[A-Za-z0-9])/g, "_");

function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${truncate(text, maxLength - 1)}…`;
}
