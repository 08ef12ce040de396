import { decodeEntities, type HtmlElement, textBetween } from "../../grammar/html.ts";
import { readPicture } from "../inline-elements.ts";
import {
  type Block,
  type BlockType,
  block,
  type Data,
  expandableBlock,
  type Fragment,
  InlineBuilder,
  inline,
} from "../model.ts";
import { dataFromAttributes, formOfTag, readLength } from "../tag-attributes.ts";
import { imageData, inlineMarkdownOfHtml } from "./inline-from-markdown.ts";
import type { PageReader } from "./page-reader.ts";
import { tableFromHtml } from "./table.ts";

/** Turns the inline content of an element into Markdown that reads the same. */
type InlineSource = (html: string) => string;

/** The blocks of an element, with text between them as paragraphs; one empty paragraph if it is empty. */
export function flowFromHtml(
  html: string,
  { innerStart, innerEnd, children }: Pick<HtmlElement, "innerStart" | "innerEnd" | "children">,
  reader: PageReader,
  inlineSource: InlineSource = inlineMarkdownOfHtml,
): Block[] {
  const blocks: Block[] = [];
  let at = innerStart;
  const addText = (end: number) => {
    const text = html.slice(at, end).trim();
    if (text !== "") blocks.push(block("paragraph", {}, { nodes: reader.inlineNodes(inlineSource(text)) }));
  };
  for (const child of children) {
    const found = blockOfElement(html, child, reader, inlineSource);
    const isPassed = !found && child.name === "div" && reader.isOnlyShown;
    if (!found && !isPassed) continue;
    addText(child.start);
    for (const one of found ? [found] : flowFromHtml(html, child, reader, inlineSource)) blocks.push(one);
    at = child.end;
  }
  addText(innerEnd);
  return blocks.length > 0 ? blocks : [block("paragraph", {}, { nodes: [] })];
}

/** Attributes that say how an element looks or loads. */
const styles = new Set(["class", "style", "id", "title", "loading", "decoding", "fetchpriority", "border"]);

/** Classes that say what an element is. */
const meaningful = new Set(["gitbook-drawing", "contains-task-list"]);

/** An element without what only styles it and the elements in it. The classes of code name its language. */
export function withoutStyles(element: HtmlElement): HtmlElement {
  if (element.name === "pre") return element;
  const attributes = Object.fromEntries(
    Object.entries(element.attributes).filter(
      ([name, value]) => !styles.has(name) || (name === "class" && meaningful.has(value)),
    ),
  );
  return { ...element, attributes, children: element.children.map(withoutStyles) };
}

/**
 * The block of an element; nothing for an inline element, or one with more than the block can keep. A `<table>` in
 * another element is a block only if it is only shown.
 */
export function blockOfElement(
  html: string,
  element: HtmlElement,
  reader: PageReader,
  inlineSource: InlineSource = inlineMarkdownOfHtml,
): Block | undefined {
  const plain = Object.keys(element.attributes).length === 0;
  const flow = () => flowFromHtml(html, element, reader, inlineSource);
  switch (element.name) {
    case "figure":
      return imagesFromHtml(html, element, reader);
    case "div":
      return imagesFromHtml(html, element, reader) ?? hintFromAttributes(element.attributes, reader, flow);
    case "details":
      return expandableFromElement(html, element, reader, inlineSource);
    case "pre":
      return codeFromHtml(html, element, reader);
    case "ul":
    case "ol":
      return listFromElement(html, element, reader, inlineSource);
    case "blockquote":
      return plain ? block("blockquote", {}, { nodes: flow() }) : undefined;
    case "table":
      return reader.isOnlyShown ? tableFromElement(html, element, reader, inlineSource) : undefined;
    case "hr":
      return plain ? block("divider", {}) : undefined;
    case "p":
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return textFromElement(html, element, reader, inlineSource);
    default:
      return undefined;
  }
}

/** The block of a `<table>`; nothing if it contains more than the block can keep. */
export function tableFromElement(
  html: string,
  table: HtmlElement,
  reader: PageReader,
  inlineSource: InlineSource = inlineMarkdownOfHtml,
): Block | undefined {
  const readBlocks = (cell: HtmlElement) => flowFromHtml(html, cell, reader, inlineSource);
  return tableFromHtml(html, table, { reader, readBlocks });
}

function textFromElement(
  html: string,
  element: HtmlElement,
  reader: PageReader,
  inlineSource: InlineSource,
): Block | undefined {
  const { align, ...others } = element.attributes;
  const data: Data = {};
  if (align === "center") data.align = "center";
  else if (align === "right") data.align = "end";
  else if (align === "left") data.align = "start";
  else if (align !== undefined) return undefined;
  if (Object.keys(others).length > 0) return undefined;
  const nodes = reader.inlineNodes(inlineSource(html.slice(element.innerStart, element.innerEnd)));
  if (element.name === "p") return block("paragraph", data, { nodes });
  const level = Number(element.name.slice(1));
  const type: BlockType = level === 1 ? "heading-1" : level === 2 ? "heading-2" : "heading-3";
  return block(type, level > 3 ? { ...data, level } : data, { nodes });
}

function expandableFromElement(
  html: string,
  element: HtmlElement,
  reader: PageReader,
  inlineSource: InlineSource,
): Block | undefined {
  const { open, ...others } = element.attributes;
  const [summary, ...children] = element.children;
  if (summary?.name !== "summary" || Object.keys({ ...others, ...summary.attributes }).length > 0) return undefined;
  if (html.slice(element.innerStart, summary.start).trim() !== "") return undefined;
  const title = reader.inlineNodes(inlineSource(html.slice(summary.innerStart, summary.innerEnd)));
  const content = { innerStart: summary.end, innerEnd: element.innerEnd, children };
  return expandableBlock(title, open !== undefined, flowFromHtml(html, content, reader, inlineSource));
}

/** The hint of a `<div>`; nothing if it is not a hint. */
export function hintFromAttributes(
  written: Readonly<Record<string, string>>,
  reader: PageReader,
  nodes: () => Block[],
): Block | undefined {
  const { "data-gb-custom-block": custom, "data-tag": tag, class: _, ...rest } = written;
  const form = custom !== undefined && tag === "hint" ? formOfTag(tag) : undefined;
  const options = Object.entries(rest).map(([name, value]) => [name.replace(/^data-/, ""), value] as const);
  const read = form && dataFromAttributes(form, Object.fromEntries(options), reader.reference);
  return (
    read && { ...block("hint", read.data, { nodes: nodes() }), ...(read.attributes && { attributes: read.attributes }) }
  );
}

function listFromElement(
  html: string,
  list: HtmlElement,
  reader: PageReader,
  inlineSource: InlineSource,
): Block | undefined {
  const { start, class: className, ...others } = list.attributes;
  const isTasks = list.name === "ul" && className === "contains-task-list";
  if (Object.keys(others).length > 0 || (className !== undefined && !isTasks)) return undefined;
  if (list.children.length === 0 || textBetween(html, list).trim() !== "") return undefined;
  const nodes: Block[] = [];
  for (const item of list.children) {
    if (item.name !== "li" || Object.keys(item.attributes).length > 0) return undefined;
    const box = item.children[0]?.name === "input" ? item.children[0] : undefined;
    const data = isTasks ? { checked: box?.attributes.checked !== undefined } : {};
    const content = isTasks && box ? { ...item, innerStart: box.end, children: item.children.slice(1) } : item;
    nodes.push(block("list-item", data, { nodes: flowFromHtml(html, content, reader, inlineSource) }));
  }
  if (list.name === "ol")
    return block("list-ordered", { start: /^\d{1,9}$/.test(start ?? "") ? Number(start) : 1 }, { nodes });
  return block(isTasks ? "list-tasks" : "list-unordered", {}, { nodes });
}

/**
 * The code of a `<pre>`, in which `<strong>` marks whole lines as highlighted; nothing when its attributes say more than
 * how code is shown.
 */
function codeFromHtml(html: string, pre: HtmlElement, reader: PageReader): Block | undefined {
  const [only, ...others] = pre.children;
  const wrapped = only?.name === "code" && others.length === 0 && textBetween(html, pre).trim() === "";
  const code = wrapped ? only : pre;
  const { class: className = "", lang = "", ...rest } = pre.attributes;
  const options: Record<string, string> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (!name.startsWith("data-")) return undefined;
    const member = name.slice(5).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    options[member] = value === "" && member !== "title" ? "true" : value;
  }
  const form = formOfTag("code");
  const read = form && dataFromAttributes(form, options, reader.reference);
  if (!read) return undefined;
  const classes = `${className} ${wrapped ? (code.attributes.class ?? "") : ""}`;
  const syntax = /(?:^|\s)(?:language|lang)-(\S+)/.exec(classes)?.[1] ?? lang;
  const data = { ...(syntax === "" ? {} : { syntax }), ...read.data };
  const found = block("code", data, { nodes: readCodeLines(html, code) });
  return read.attributes === undefined ? found : { ...found, attributes: read.attributes };
}

function readCodeLines(html: string, code: HtmlElement): Block[] {
  const lines: Block[] = [];
  let builder = new InlineBuilder();
  let highlighted = false;
  const endLine = (mark: boolean) => {
    lines.push(block("code-line", mark || highlighted ? { highlighted: true } : {}, { nodes: builder.nodes }));
    builder = new InlineBuilder();
    highlighted = false;
  };
  const addText = (text: string, mark: boolean) => {
    for (const [index, line] of decodeEntities(text).split("\n").entries()) {
      if (index > 0) endLine(mark);
      builder.text(line, []);
      highlighted ||= mark && line !== "";
    }
  };
  const add = (element: HtmlElement, mark: boolean) => {
    let at = element.innerStart;
    for (const child of element.children) {
      addText(html.slice(at, child.start), mark);
      at = child.end;
      const text = html.slice(child.innerStart, child.innerEnd);
      if (child.name === "strong") add(child, true);
      else if (child.name === "br") endLine(mark);
      else if (child.name === "code" && child.attributes.class === "expression") {
        builder.inline(inline("expression", { expression: decodeEntities(text) }));
      } else {
        builder.text(html.slice(child.start, child.innerStart), [], true);
        add(child, mark);
        builder.text(html.slice(child.innerEnd, child.end), [], true);
      }
    }
    addText(html.slice(at, element.innerEnd), mark);
  };
  add(code, false);
  // The line feed before the closing tag ends the last line and does not begin another.
  if (builder.nodes.length > 0 || lines.length === 0) endLine(false);
  return lines;
}

/** The images of a `<figure>`, or of a `<div>` of figures; nothing if it contains more than images can represent. */
function imagesFromHtml(html: string, element: HtmlElement, reader: PageReader): Block | undefined {
  const figures = element.name === "figure" ? [element] : element.children;
  const data = element.name === "div" ? imagesData(element.attributes) : {};
  if (!data || figures.length === 0) return undefined;
  if (element.name === "div" && textBetween(html, element).trim() !== "") return undefined;
  const nodes: Block[] = [];
  for (const figure of figures) {
    const node = imageFromFigure(html, figure, reader);
    if (!node) return undefined;
    nodes.push(node);
  }
  if (nodes.length === 1 && nodes[0]?.type === "drawing") return element.name === "figure" ? nodes[0] : undefined;
  if (nodes.some((node) => node.type === "drawing")) return undefined;
  return block("images", data, { nodes });
}

/** What the attributes of a `<div>` say about its images; nothing if they say anything else. */
export function imagesData(attributes: Readonly<Record<string, string>>): Data | undefined {
  const data: Data = {};
  for (const [name, value] of Object.entries(attributes)) {
    const flag = value === "true" ? true : value === "false" ? false : undefined;
    if (name === "align" && /^(?:left|right|center)$/.test(value)) data.align = value;
    else if (name === "data-full-width" && flag !== undefined) data.fullWidth = flag;
    else if (name === "data-with-frame" && flag !== undefined) data.withFrame = flag;
    else return undefined;
  }
  return data;
}

function imageFromFigure(html: string, figure: HtmlElement, reader: PageReader): Block | undefined {
  if (figure.name !== "figure" || Object.keys(figure.attributes).length > 0) return undefined;
  const [first, caption, ...others] = figure.children;
  const shown = first && readPicture(first);
  if (!shown || others.length > 0 || (caption && caption.name !== "figcaption")) return undefined;
  if (textBetween(html, figure).trim() !== "") return undefined;

  const { src = "", alt = "", width, height, class: className, ...rest } = shown.image;
  if (Object.keys(rest).length > 0) return undefined;
  if (className === "gitbook-drawing") return block("drawing", { ref: reader.reference(src, "file") });
  if (className !== undefined) return undefined;
  const data: Data = imageData({ src, alt }, reader.reference);
  if (shown.dark !== undefined) data.refDark = reader.reference(shown.dark, "image");
  for (const [member, written] of Object.entries({ width, height })) {
    if (written === undefined) continue;
    data[member] = readLength(written);
    if (data[member] === undefined) return undefined;
  }
  const fragments: Fragment[] = [];
  const text = caption ? inlineMarkdownOfHtml(html.slice(caption.innerStart, caption.innerEnd)) : "";
  if (text) {
    const nodes = [block("paragraph", {}, { nodes: reader.inlineNodes(text) })];
    fragments.push({ object: "fragment", type: "caption", fragment: "caption", nodes });
  }
  return block("image", data, { fragments });
}
