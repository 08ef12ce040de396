import { codeFromHtml } from "./code-from-html.ts";
import { expandableBlock } from "./expandable.ts";
import { type HtmlElement, textBetween } from "./html.ts";
import { imagesFromHtml } from "./images-from-html.ts";
import { inlineMarkdownOfHtml } from "./inline-from-markdown.ts";
import { type Block, type BlockType, block, type Data } from "./model.ts";
import type { PageReader } from "./page-reader.ts";
import { dataFromAttributes, formOfTag } from "./tag-attributes.ts";

/** Turns the inline content of an element into Markdown that reads the same. */
type InlineSource = (html: string) => string;

/** The blocks an element holds, text between them in paragraphs; one empty paragraph where there is nothing. */
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
    if (!found) continue;
    addText(child.start);
    blocks.push(found);
    at = child.end;
  }
  addText(innerEnd);
  return blocks.length > 0 ? blocks : [block("paragraph", {}, { nodes: [] })];
}

/** The block an element stands for; nothing for an inline element, or one that says more than the block can keep. */
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
      return imagesFromHtml(html, element, reader) ?? hintOf(element.attributes, reader, flow);
    case "details":
      return expandableOf(html, element, reader, inlineSource);
    case "pre":
      return codeFromHtml(html, element, reader);
    case "ul":
    case "ol":
      return listOf(html, element, reader, inlineSource);
    case "blockquote":
      return plain ? block("blockquote", {}, { nodes: flow() }) : undefined;
    case "hr":
      return plain ? block("divider", {}) : undefined;
    case "p":
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return textOf(html, element, reader, inlineSource);
    default:
      return undefined;
  }
}

function textOf(html: string, element: HtmlElement, reader: PageReader, inlineSource: InlineSource): Block | undefined {
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

function expandableOf(
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

/** A hint as its `<div>` in HTML says it; nothing when that is no hint. */
export function hintOf(
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

function listOf(html: string, list: HtmlElement, reader: PageReader, inlineSource: InlineSource): Block | undefined {
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
