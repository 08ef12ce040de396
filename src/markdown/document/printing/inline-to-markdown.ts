import { escapeHtml, printHtmlTag } from "../../grammar/html.ts";
import { boundaryComment, codeSpan, escapeEnds, escapeHref, escapeInline, escapeTitle } from "../escape-markdown.ts";
import { formatColorStyle, printButton, printPicture } from "../inline-elements.ts";
import {
  type ContentReference,
  type Data,
  type Inline,
  type InlineNode,
  type Leaf,
  type Mark,
  mentionTitle,
  plainText,
  type ReferencePrinter,
  sameMark,
  sortMarks,
} from "../model.ts";

const delimitersByMark = new Map([
  ["bold", "**"],
  ["italic", "_"],
  ["strikethrough", "~~"],
]);

const elementsByMark = new Map([
  ["bold", "strong"],
  ["italic", "em"],
  ["strikethrough", "del"],
  ["superscript", "sup"],
  ["subscript", "sub"],
  ["keyboard", "kbd"],
  ["code", "code"],
]);

const startsWithWordPattern = /^(?:[*_]{1,3})?[\p{L}\p{N}`]/u;

const endsWithWordPattern = /[\p{L}\p{N}`](?:[*_]{1,3})?$/u;

export interface InlinePrinting {
  href: ReferencePrinter;
  /** Inside HTML, such as a table cell, formatting is written as elements and text is escaped as HTML. */
  html?: boolean;
  /** Line breaks are written as `<br>`, because the text must stay on one line. */
  singleLine?: boolean;
  /** Number of enclosing inlines. */
  inlineDepth?: number;
}

/** More deeply nested inlines are printed as plain words. */
const maxInlineDepth = 8;

/** A leaf or an inline that is not text, in the order they are printed. */
type Piece = { leaf: Leaf; marks: Mark[] } | { inline: Inline };

/** Prints inline nodes so that reading them gives equal nodes. The start and end are not made safe for a block. */
export function inlineToMarkdown(nodes: readonly InlineNode[], printing: InlinePrinting): string {
  const depth = printing.inlineDepth ?? 0;
  if (depth > maxInlineDepth) return printing.html ? htmlText(plainText(nodes)) : escapeInline(plainText(nodes));
  const deeper = { ...printing, inlineDepth: depth + 1 };
  const pieces: Piece[] = [];
  for (const node of nodes) {
    if (node.object !== "text") pieces.push({ inline: node });
    else {
      for (const leaf of node.leaves ?? []) {
        if (leaf.text) pieces.push({ leaf, marks: sortMarks(leaf.marks ?? []) });
      }
    }
  }
  const printed = printPieces(pieces, deeper, "", "");
  return printing.html ? escapeEnds(printed) : printed;
}

/** `before` and `after` are the adjacent characters, empty at an end of the text. */
function printPieces(pieces: readonly Piece[], printing: InlinePrinting, before: string, after: string): string {
  let printed = "";
  let index = 0;
  while (index < pieces.length) {
    const piece = pieces[index];
    if (!piece) break;
    const previous = printed === "" ? before : printed.slice(-1);
    const first = "marks" in piece ? piece.marks[0] : undefined;
    if (!first || !("marks" in piece)) {
      const next = pieces[index + 1];
      if ("inline" in piece) {
        const emoji = piece.inline.type === "emoji";
        const apart = next === undefined || !/^[\p{L}\p{N}:]/u.test(firstCharacter(next));
        if (emoji && /[\p{L}\p{N}:]$/u.test(printed)) printed += boundaryComment;
        printed += printInline(piece.inline, printing);
        if (emoji && !apart) printed += boundaryComment;
      } else printed += printLeaf(piece, next, printing);
      index += 1;
      continue;
    }
    const run: Piece[] = [];
    const mark = findLongestMark(piece.marks, pieces, index);
    for (let piece = pieces[index]; piece && hasMark(piece, mark); piece = pieces[index]) {
      if ("marks" in piece)
        run.push({ leaf: piece.leaf, marks: piece.marks.filter((other) => other.type !== mark.type) });
      index += 1;
    }
    const next = pieces[index];
    printed += printMarked(mark, run, printing, previous, next ? firstCharacter(next) : after);
  }
  return printed;
}

/** The mark with the longest span among those a run could begin with; code stays innermost. */
function findLongestMark(marks: readonly Mark[], pieces: readonly Piece[], index: number): Mark {
  let longest = marks[0] ?? { object: "mark", type: "code" };
  let maxLength = 0;
  for (const mark of marks) {
    if (mark.type === "code" && marks.length > 1) continue;
    let end = index;
    // A longer run wins anyway; looking further would be quadratic in long texts.
    while (end < index + 200 && pieces[end] && hasMark(pieces[end], mark)) end += 1;
    if (end - index > maxLength) {
      longest = mark;
      maxLength = end - index;
    }
  }
  return longest;
}

function hasMark(piece: Piece | undefined, mark: Mark): boolean {
  if (piece === undefined || !("marks" in piece)) return false;
  if (mark.type === "code" && piece.marks.length > 1) return false;
  return piece.marks.some((other) => sameMark(other, mark));
}

/** The class of the next character for delimiters: a letter, a space, or other. */
function firstCharacter(piece: Piece): string {
  if ("inline" in piece) return piece.inline.type === "emoji" ? ":" : "*";
  const [first = ""] = piece.leaf.text;
  return piece.marks.length === 0 && !piece.leaf.verbatim ? first : "*";
}

function printMarked(
  mark: Mark,
  run: readonly Piece[],
  printing: InlinePrinting,
  before: string,
  after: string,
): string {
  if (mark.type === "color") {
    return `${printHtmlTag("mark", { style: formatColorStyle(mark.data ?? {}) })}${printPieces(run, printing, ">", "<")}</mark>`;
  }
  if (mark.type === "code") {
    const text = run.map((piece) => ("leaf" in piece ? piece.leaf.text : "")).join("");
    const splitsCell = printing.singleLine === true && text.includes("|");
    if (
      printing.html ||
      splitsCell ||
      text === "" ||
      before === "`" ||
      after === "`" ||
      /[\n\r]/.test(text) ||
      text.trim() === ""
    ) {
      return `<code>${codeElementText(text, printing)}</code>`;
    }
    return codeSpan(text);
  }
  const delimiter = delimitersByMark.get(mark.type);
  if (delimiter && !printing.html && canDelimit(delimiter, before, after)) {
    const inner = printPieces(run, printing, delimiter.charAt(0), delimiter.charAt(0));
    if (startsWithWordPattern.test(inner) && endsWithWordPattern.test(inner) && !inner.includes("\n")) {
      return delimiter + inner + delimiter;
    }
  }
  const element = elementsByMark.get(mark.type) ?? "span";
  return `<${element}>${printPieces(run, printing, ">", "<")}</${element}>`;
}

function codeElementText(text: string, printing: InlinePrinting): string {
  return printing.html ? htmlText(text) : escapeInline(text).replaceAll("\n", "&#xa;");
}

/** Whether the characters around let a delimiter open and close for certain; a different delimiter right outside does. */
function canDelimit(delimiter: string, before: string, after: string): boolean {
  const other = delimiter === "_" ? "*" : "_";
  return (before === other || /^(?:$|[\s(])/.test(before)) && (after === other || /^(?:$|[\s.,;:!?)])/.test(after));
}

function printLeaf({ leaf }: { leaf: Leaf }, next: Piece | undefined, printing: InlinePrinting): string {
  if (leaf.verbatim) return leaf.text;
  if (printing.html) return htmlText(leaf.text).replaceAll("&#xa;", "<br>");
  const escaped = escapeInline(leaf.text).replace(/\n/g, (_, at: number, all: string) => {
    const breaksInside = at > 0 && at < all.length - 1 && all[at - 1] !== "\n" && all[at + 1] !== "\n";
    return printing.singleLine || !breaksInside ? "<br>" : "\\\n";
  });
  return next && escaped.endsWith("!") ? `${escaped.slice(0, -1)}\\!` : escaped;
}

/** Text as HTML that is not read as an emoji or a formula. */
function htmlText(text: string): string {
  return escapeHtml(text).replace(
    /:(?=[a-z+])|\$(?=\$|$)|(?<=\$|^)\$/g,
    (found) => `&#x${found.charCodeAt(0).toString(16)};`,
  );
}

function printInline(inline: Inline, printing: InlinePrinting): string {
  const { data } = inline;
  switch (inline.type) {
    case "link":
      return printLink(inline, printing);
    case "emoji":
      return printEmoji(getText(data, "code"));
    case "icon": {
      const style = formatColorStyle({ text: data.color, style: data.style });
      const name = getText(data, "icon");
      return `${printHtmlTag("i", { class: `fa-${name}`, style })}:${name}:</i>`;
    }
    case "expression":
      return `<code class="expression">${codeElementText(getText(data, "expression"), printing)}</code>`;
    case "inline-math":
      return `$$${getText(data, "formula")}$$`;
    case "inline-image":
      return printImage(data, printing);
    case "button":
      return printButton(
        data,
        printing.html ? escapeHtml(getText(data, "label")) : escapeInline(getText(data, "label")),
        getHref(data, "ref", printing),
      );
    case "mention": {
      const href = getHref(data, "ref", printing);
      return `<a href="${escapeHtml(href)}">@${escapeHtml(href.split("/").at(-1) ?? "")}</a>`;
    }
    default:
      return inlineToMarkdown(inline.nodes ?? [], printing);
  }
}

/** By its short code; one known only by its code points is written as an element with them. */
function printEmoji(code: string): string {
  if (!/^[\da-f]{4,6}(?:-[\da-f]{4,6})*$/i.test(code)) return `:${code}:`;
  const points = code.split("-").map((point) => Number.parseInt(point, 16));
  const shown = points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : "";
  return `${printHtmlTag("span", { "data-gb-custom-inline": "", "data-tag": "emoji", "data-code": code })}${shown}</span>`;
}

function printLink({ data, nodes = [] }: Inline, printing: InlinePrinting): string {
  const href = getHref(data, "ref", printing);
  const title = typeof data.title === "string" && data.title !== "" ? data.title : undefined;
  const inner = inlineToMarkdown(nodes, printing);
  if (
    printing.html ||
    href === "" ||
    /[\n\r]/.test(href) ||
    /<a\s|\]\(|``/.test(inner) ||
    /`.*[[\]\\]|[[\]\\].*`/s.test(inner)
  ) {
    const written = title === mentionTitle ? { "data-mention": "", href } : { href, title };
    return `${printHtmlTag("a", written)}${inner}</a>`;
  }
  if (inner === escapeInline(href) && plainText(nodes) === href && !title && /^https?:\/\/[^\s<>\\`]+$/.test(href)) {
    return `<${href}>`;
  }
  // The brackets of a link text lose their backslashes before its inline content is read.
  const label = inner.replace(/\\([\s\S])/g, (pair: string, character: string) =>
    /[[\]]/.test(character) ? `&#x${character.charCodeAt(0).toString(16)};` : pair,
  );
  return `[${label}](${escapeHref(href)}${title ? ` "${escapeTitle(title)}"` : ""})`;
}

function printImage(data: Data, printing: InlinePrinting): string {
  const src = getHref(data, "ref", printing);
  const alt = getText(data, "alt");
  const caption = getText(data, "caption");
  const size = data.size === undefined ? undefined : getText(data, "size");
  const plain = /^[^[\]\\`<>*_~$!&:@{}\n]*$/.test(alt) && src !== "" && !/[\n\r]/.test(src);
  const dark = getHref(data, "refDark", printing);
  if (printing.html || size !== undefined || !plain || dark !== "") {
    return printPicture({ image: { src, alt, "data-size": size }, dark });
  }
  return `![${alt}](${escapeHref(src)}${caption ? ` "${escapeTitle(caption)}"` : ""})`;
}

export function getText(data: Data, member: string): string {
  const value = data[member];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function getHref(data: Data, member: string, printing: InlinePrinting): string {
  const reference = data[member];
  return typeof reference === "object" && reference !== null ? printing.href(reference as ContentReference) : "";
}
