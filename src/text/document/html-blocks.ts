import { type HtmlElement, readHtml } from "./html.ts";
import { imageData, inlineMarkdownOfHtml } from "./inline-from-markdown.ts";
import { readLength } from "./length.ts";
import { type Block, block, type Data, type Fragment } from "./model.ts";
import type { PageReader } from "./page-reader.ts";
import { tableFromHtml } from "./table-from-html.ts";

/**
 * The block an HTML block stands for: figures, tables, aligned paragraphs and headings. Nothing when HTML means
 * something else or holds more than that block can keep.
 */
export function blockFromHtml(html: string, reader: PageReader): Block | undefined {
  const elements = readHtml(html);
  const element = elements?.[0];
  if (!element || elements.length !== 1 || html.slice(0, element.start).trim() || html.slice(element.end).trim()) {
    return undefined;
  }
  switch (element.name) {
    case "figure":
    case "div":
      return imagesFromHtml(html, element, reader);
    case "table":
      return tableFromHtml(html, element, reader);
    case "p":
    case "h1":
    case "h2":
    case "h3":
      return alignedText(html, element, reader);
    default:
      return undefined;
  }
}

function alignedText(html: string, element: HtmlElement, reader: PageReader): Block | undefined {
  const { align, ...others } = element.attributes;
  if (Object.keys(others).length > 0) return undefined;
  const data: Data = {};
  if (align === "center") data.align = "center";
  else if (align === "right") data.align = "end";
  else if (align === "left") data.align = "start";
  else if (align !== undefined) return undefined;
  const nodes = reader.inlineNodes(inlineMarkdownOfHtml(html.slice(element.innerStart, element.innerEnd)));
  if (element.name === "p") return block("paragraph", data, { nodes });
  const type = element.name === "h1" ? "heading-1" : element.name === "h2" ? "heading-2" : "heading-3";
  return reader.heading(block(type, data, { nodes }));
}

function imagesFromHtml(html: string, element: HtmlElement, reader: PageReader): Block | undefined {
  const figures = element.name === "figure" ? [element] : element.children;
  const data: Data = {};
  if (element.name === "div") {
    const { align, ...others } = element.attributes;
    if (align === "left" || align === "right" || align === "center") data.align = align;
    else if (align !== undefined) return undefined;
    for (const [name, value] of Object.entries(others)) {
      if (name === "data-full-width" && value === "true") data.fullWidth = true;
      else if (name === "data-with-frame" && value === "true") data.withFrame = true;
      else return undefined;
    }
  }
  if (figures.length === 0 || textOutside(html, element, figures).trim() !== "") return undefined;
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

/** What lies between an element's children; a figure is its own only child. */
function textOutside(html: string, element: HtmlElement, children: readonly HtmlElement[]): string {
  if (children[0] === element) return "";
  let text = "";
  let at = element.innerStart;
  for (const child of children) {
    text += html.slice(at, child.start);
    at = child.end;
  }
  return text + html.slice(at, element.innerEnd);
}

function imageFromFigure(html: string, figure: HtmlElement, reader: PageReader): Block | undefined {
  if (figure.name !== "figure" || Object.keys(figure.attributes).length > 0) return undefined;
  const [first, caption, ...others] = figure.children;
  const dark = first?.name === "picture" ? darkSource(first) : undefined;
  const image = first?.name === "picture" ? first.children.find((child) => child.name === "img") : first;
  if (!first || image?.name !== "img" || image.attributes.src === undefined || others.length > 0) return undefined;
  if (caption && caption.name !== "figcaption") return undefined;
  if (textOutside(html, figure, caption ? [first, caption] : [first]).trim() !== "") return undefined;

  const { src, alt, width, height, class: className, ...rest } = image.attributes;
  if (Object.keys(rest).length > 0 || (first.name === "picture" && dark === undefined)) return undefined;
  const ref = reader.reference(src ?? "", "image");
  if (className === "gitbook-drawing") return block("drawing", { ref });
  if (className !== undefined) return undefined;
  const data: Data = imageData({ src: src ?? "", alt: alt ?? "" }, reader.reference);
  if (dark !== undefined) data.refDark = reader.reference(dark, "image");
  if (width !== undefined) data.width = readLength(width);
  if (height !== undefined) data.height = readLength(height);
  const fragments: Fragment[] = [];
  const text = caption ? inlineMarkdownOfHtml(html.slice(caption.innerStart, caption.innerEnd)) : "";
  if (text) {
    const nodes = [block("paragraph", {}, { nodes: reader.inlineNodes(text) })];
    fragments.push({ object: "fragment", type: "caption", fragment: "caption", nodes });
  }
  return block("image", data, { fragments });
}

function darkSource(picture: HtmlElement): string | undefined {
  const source = picture.children.find((child) => child.name === "source");
  if (!source || picture.children.length !== 2 || !source.attributes.media?.includes("dark")) return undefined;
  return source.attributes.srcset;
}
