import type { Token, Tokens } from "marked";
import { decodeEntities, type HtmlTag, readHtmlTag } from "../../grammar/html.ts";
import { pairNames } from "../../grammar/tags.ts";
import { BOUNDARY, EMOJI } from "../escape-markdown.ts";
import { buttonData, colorsOf, isButton, pictureOf } from "../inline-elements.ts";
import {
  type Data,
  InlineBuilder,
  type InlineNode,
  inline,
  type Mark,
  type MarkType,
  plainText,
  type ReferenceReader,
} from "../model.ts";
import type { MarkdownLexer } from "./markdown-lexer.ts";

const EMOJI_SPLIT = new RegExp(EMOJI.source, "u");

const MARK_BY_ELEMENT = new Map<string, MarkType>([
  ["strong", "bold"],
  ["b", "bold"],
  ["em", "italic"],
  ["i", "italic"],
  ["del", "strikethrough"],
  ["s", "strikethrough"],
  ["sup", "superscript"],
  ["sub", "subscript"],
  ["kbd", "keyboard"],
]);

/** Reads inline Markdown; text that would cost too much to read becomes one verbatim leaf. */
export function inlineFromMarkdown(text: string, lexer: MarkdownLexer, reference: ReferenceReader): InlineNode[] {
  const builder = new InlineBuilder();
  const tokens = lexer.inlineTokens(text);
  if (tokens) readTokens(tokens, [], { builder, reference });
  else builder.text(text, [], true);
  return builder.nodes;
}

/** HTML content, as found in table cells and captions, as Markdown that reads the same: only tags keep a meaning. */
export function inlineMarkdownOfHtml(html: string): string {
  return html
    .trim()
    .replace(/^<p>((?:(?!<\/?p>)[\s\S])*)<\/p>$/, "$1")
    .replace(/\s*\n\s*/g, " ")
    .replace(/<[^<>]*>|\$\$[^$]+\$\$|[\\`*_[\]~$]|:(?=\/\/)|@|www(?=\.)/gi, (found) => {
      if (found.length > 3) return found;
      return /^www$/i.test(found) ? `${found}\\` : found.startsWith("<") ? found : `\\${found}`;
    });
}

interface Reading {
  builder: InlineBuilder;
  reference: ReferenceReader;
}

function readTokens(tokens: readonly Token[], marks: readonly Mark[], reading: Reading): void {
  const partners = pairNames(tokens.map(htmlTagName));
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || token.raw === BOUNDARY) continue;
    if (token.type === "html") {
      const partner = partners.get(index);
      const tag = readHtmlTag(token.raw);
      const inner = partner === undefined ? [] : tokens.slice(index + 1, partner);
      if (tag && readElement(tag, partner !== undefined, inner, marks, reading)) index = partner ?? index;
      else reading.builder.text(token.raw, marks, true);
    } else readToken(token, marks, reading);
  }
}

function readToken(token: Token, marks: readonly Mark[], reading: Reading): void {
  const { builder, reference } = reading;
  switch (token.type) {
    case "escape":
      builder.text((token as Tokens.Escape).text, marks);
      break;
    case "strong":
      readTokens(token.tokens ?? [], [...marks, mark("bold")], reading);
      break;
    case "em":
      readTokens(token.tokens ?? [], [...marks, mark("italic")], reading);
      break;
    case "del":
      readTokens(token.tokens ?? [], [...marks, mark("strikethrough")], reading);
      break;
    case "codespan":
      builder.text((token as Tokens.Codespan).text, [...marks, mark("code")]);
      break;
    case "br":
      builder.text("\n", marks);
      break;
    case "link": {
      const link = token as Tokens.Link;
      const ref = reference(link.href, "link");
      if (ref.kind === "user") {
        builder.inline(inline("mention", { ref }));
        break;
      }
      const data: Data = { ref, ...(link.title ? { title: link.title } : {}) };
      builder.inline(inline("link", data, readInto(link.tokens, marks, reading)));
      break;
    }
    case "image": {
      const image = token as Tokens.Image;
      const data: Data = { ref: reference(image.href, "image") };
      if (image.text) data.alt = image.text;
      if (image.title) data.caption = image.title;
      builder.inline(inline("inline-image", data));
      break;
    }
    case "inlineMath":
      builder.inline(inline("inline-math", { formula: String((token as Tokens.Generic).formula) }));
      break;
    case "text":
      readText(token.raw, marks, reading);
      break;
    default:
      builder.text(token.raw, marks, true);
      break;
  }
}

function readInto(tokens: readonly Token[], marks: readonly Mark[], reading: Reading): InlineNode[] {
  const builder = new InlineBuilder();
  readTokens(tokens, marks, { ...reading, builder });
  return builder.nodes;
}

/** Plain text: character references stand for their characters, a line break in the source for a space. */
function readText(raw: string, marks: readonly Mark[], { builder }: Reading): void {
  const parts = raw.replace(/ *\n */g, " ").split(EMOJI_SPLIT);
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) builder.text(decodeEntities(part), marks);
    else builder.inline(inline("emoji", { code: part }));
  }
}

/** Whether the element means something here; if not, its tags stay as text. */
function readElement(
  tag: HtmlTag,
  closed: boolean,
  inner: readonly Token[],
  marks: readonly Mark[],
  reading: Reading,
): boolean {
  const { builder, reference } = reading;
  const { name, attributes } = tag;
  if (tag.closing) return false;
  if (name === "br") {
    builder.text("\n", marks);
    return true;
  }
  if (name === "img") {
    if (attributes.src === undefined) return false;
    builder.inline(inline("inline-image", imageData(attributes, reference)));
    return true;
  }
  if (!closed) return false;
  if (name === "picture") {
    const held = inner.flatMap((token) => readHtmlTag(token.raw) ?? []);
    const picture = held.length === inner.length ? pictureOf(held) : undefined;
    if (!picture?.dark) return false;
    const data = { ...imageData(picture.image, reference), refDark: reference(picture.dark, "image") };
    builder.inline(inline("inline-image", data));
    return true;
  }
  if (name === "span" && attributes["data-tag"] === "emoji" && attributes["data-code"]) {
    builder.inline(inline("emoji", { code: attributes["data-code"] }));
    return true;
  }
  if (isButton(name, attributes) && (name === "a" || name === "button")) {
    const data = buttonData(name, attributes, plainText(readInto(inner, marks, reading)), reference);
    if (data) builder.inline(inline("button", data));
    return data !== undefined;
  }
  if (name === "i" && /(?:^|\s)fa-/.test(attributes.class ?? "")) {
    const icon = /(?:^|\s)fa-([\w-]+)/.exec(attributes.class ?? "")?.[1] ?? "";
    const { text, style } = colorsOf(attributes.style);
    builder.inline(inline("icon", { icon, ...(text === "default" ? {} : { color: text }), ...(style && { style }) }));
    return true;
  }
  if (name === "a" && attributes.href !== undefined) {
    readAnchor(attributes, attributes.href, inner, marks, reading);
    return true;
  }
  if (name === "code") {
    const text = inner.map(codeText).join("");
    if (attributes.class === "expression") builder.inline(inline("expression", { expression: text }));
    else builder.text(text, [...marks, mark("code")]);
    return true;
  }
  if (name === "mark") {
    const data = { ...colorsOf(attributes.style) };
    readTokens(inner, [...marks, { object: "mark", type: "color", data }], reading);
    return true;
  }
  const type = MARK_BY_ELEMENT.get(name);
  if (!type || Object.keys(attributes).length > 0) return false;
  readTokens(inner, [...marks, mark(type)], reading);
  return true;
}

/** The text of a token in a `<code>` element, where formatting means nothing but escapes still do. */
function codeText(token: Token): string {
  if (token.type === "escape") return (token as Tokens.Escape).text;
  return token.type === "text" ? decodeEntities(token.raw.replace(/ *\n */g, " ")) : token.raw;
}

function readAnchor(
  attributes: Record<string, string>,
  href: string,
  inner: readonly Token[],
  marks: readonly Mark[],
  reading: Reading,
): void {
  const nodes = readInto(inner, marks, reading);
  const ref = reading.reference(href, "link");
  if (ref.kind === "user") {
    reading.builder.inline(inline("mention", { ref }));
    return;
  }
  reading.builder.inline(inline("link", attributes.title ? { ref, title: attributes.title } : { ref }, nodes));
}

export function imageData(attributes: Record<string, string>, reference: ReferenceReader): Data {
  const data: Data = { ref: reference(attributes.src ?? "", "image") };
  if (attributes.alt) data.alt = attributes.alt;
  const size = attributes["data-size"];
  if (size === "line" || size === "original") data.size = size;
  return data;
}

function mark(type: MarkType): Mark {
  return { object: "mark", type };
}

function htmlTagName(token: Token): { name: string; closing: boolean } | undefined {
  const match = token.type === "html" ? /^<(\/?)([a-zA-Z][\w-]*)/.exec(token.raw) : undefined;
  const name = match?.[2]?.toLowerCase();
  if (!match || !name || name === "br" || name === "img") return undefined;
  return { name, closing: match[1] === "/" };
}
