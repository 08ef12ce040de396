import { decodeEntities, type HtmlTag, readHtmlTag } from "../../grammar/html.ts";
import type { ParsedInline } from "../../grammar/inline-parser.ts";
import { pairNames } from "../../grammar/tags.ts";
import { withoutEnd } from "../../text/trim.ts";
import { boundaryComment, emojiPattern } from "../escape-markdown.ts";
import { buttonData, isButton, parseColors, toPicture } from "../inline-elements.ts";
import {
  type ContentReference,
  type Data,
  type Inline,
  InlineBuilder,
  type InlineNode,
  inline,
  type Mark,
  type MarkType,
  mentionTitle,
  plainText,
  type ReferenceReader,
} from "../model.ts";

const emojiSplitPattern = new RegExp(emojiPattern.source, "u");

const markByElement = new Map<string, MarkType>([
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

/** The nodes of running text, without its comments if it is only shown. */
export function toInlineNodes(
  parsed: readonly ParsedInline[],
  { reference, isOnlyShown }: Omit<Reading, "builder">,
): InlineNode[] {
  const builder = new InlineBuilder();
  readParts(parsed, [], { builder, reference, isOnlyShown });
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
  readonly builder: InlineBuilder;
  readonly reference: ReferenceReader;
  readonly isOnlyShown: boolean;
}

const noPartners: ReadonlyMap<number, number> = new Map();

function readParts(parts: readonly ParsedInline[], marks: readonly Mark[], reading: Reading): void {
  const partners = parts.some(({ kind }) => kind === "html") ? pairNames(parts.map(htmlName)) : noPartners;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part || part.raw === boundaryComment) continue;
    if (part.kind === "html") {
      if (reading.isOnlyShown && part.raw.startsWith("<!--")) continue;
      const partner = partners.get(index);
      const tag = readHtmlTag(part.raw);
      const inner = partner === undefined ? [] : parts.slice(index + 1, partner);
      if (tag && readElement(tag, partner !== undefined, inner, marks, reading)) index = partner ?? index;
      else reading.builder.text(part.raw, marks, true);
    } else readPart(part, marks, reading);
  }
}

function readPart(part: ParsedInline, marks: readonly Mark[], reading: Reading): void {
  const { builder, reference } = reading;
  switch (part.kind) {
    case "escape":
      builder.text(part.text, marks);
      break;
    case "strong":
      readParts(part.children, [...marks, mark("bold")], reading);
      break;
    case "emphasis":
      readParts(part.children, [...marks, mark("italic")], reading);
      break;
    case "strikethrough":
      readParts(part.children, [...marks, mark("strikethrough")], reading);
      break;
    case "code":
      builder.text(part.text, [...marks, mark("code")]);
      break;
    case "break":
      builder.text("\n", marks);
      break;
    case "link": {
      const ref = reference(part.href, "link");
      builder.inline(linkOrMention(ref, part.title, readInto(part.children, marks, reading)));
      break;
    }
    case "image": {
      const data: Data = { ref: reference(part.href, "image") };
      if (part.text) data.alt = part.text;
      if (part.title) data.caption = part.title;
      builder.inline(inline("inline-image", data));
      break;
    }
    case "math":
      builder.inline(inline("inline-math", { formula: part.text }));
      break;
    case "text":
      readText(part.raw, marks, reading);
      break;
    case "html":
    case "footnote":
      builder.text(part.raw, marks, true);
      break;
  }
}

function readInto(parts: readonly ParsedInline[], marks: readonly Mark[], reading: Reading): InlineNode[] {
  const builder = new InlineBuilder();
  readParts(parts, marks, { ...reading, builder });
  return builder.nodes;
}

/** Plain text, with character references decoded. */
function readText(raw: string, marks: readonly Mark[], { builder }: Reading): void {
  const text = joinLines(raw, "\n");
  const parts = text.includes(":") ? text.split(emojiSplitPattern) : [text];
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) builder.text(decodeEntities(part), marks);
    else builder.inline(inline("emoji", { code: part }));
  }
}

/** A line break in the source means a space, or `hardBreak` after two spaces. */
function joinLines(raw: string, hardBreak: string): string {
  if (!raw.includes("\n")) return raw;
  const lines = raw.split("\n");
  let text = "";
  for (const [index, line] of lines.entries()) {
    const start = index === 0 ? line : line.replace(/^ +/, "");
    if (index === lines.length - 1) return text + start;
    const trimmed = withoutEnd(start, " ");
    text += trimmed + (start.length - trimmed.length >= 2 ? hardBreak : " ");
  }
  return text;
}

/** Whether the element has a meaning here; if not, its tags stay as text. */
function readElement(
  tag: HtmlTag,
  closed: boolean,
  inner: readonly ParsedInline[],
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
    const held = inner.flatMap((part) => readHtmlTag(part.raw) ?? []);
    const picture = held.length === inner.length ? toPicture(held) : undefined;
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
    const { text, style } = parseColors(attributes.style);
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
    const data = { ...parseColors(attributes.style) };
    readParts(inner, [...marks, { object: "mark", type: "color", data }], reading);
    return true;
  }
  const type = markByElement.get(name);
  if (!type || Object.keys(attributes).length > 0) return false;
  readParts(inner, [...marks, mark(type)], reading);
  return true;
}

/** The text of a part in a `<code>` element, where formatting means nothing but escapes still do. */
function codeText(part: ParsedInline): string {
  if (part.kind === "escape") return part.text;
  return part.kind === "text" ? decodeEntities(joinLines(part.raw, " ")) : part.raw;
}

function readAnchor(
  attributes: Record<string, string>,
  href: string,
  inner: readonly ParsedInline[],
  marks: readonly Mark[],
  reading: Reading,
): void {
  const nodes = readInto(inner, marks, reading);
  const ref = reading.reference(href, "link");
  const title = attributes["data-mention"] === undefined ? attributes.title : mentionTitle;
  reading.builder.inline(linkOrMention(ref, title, nodes));
}

/** A link to a user mentions that user. */
function linkOrMention(ref: ContentReference, title: string | undefined, nodes: InlineNode[]): Inline {
  if (ref.kind === "user") return inline("mention", { ref });
  return inline("link", title ? { ref, title } : { ref }, nodes);
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

function htmlName(part: ParsedInline): { name: string; closing: boolean } | undefined {
  const match = part.kind === "html" ? /^<(\/?)([a-zA-Z][\w-]*)/.exec(part.raw) : undefined;
  const name = match?.[2]?.toLowerCase();
  if (!match || !name || name === "br" || name === "img") return undefined;
  return { name, closing: match[1] === "/" };
}
