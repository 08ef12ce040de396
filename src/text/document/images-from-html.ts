import type { HtmlElement } from "./html.ts";
import { textBetween } from "./html.ts";
import { imageData, inlineMarkdownOfHtml } from "./inline-from-markdown.ts";
import { readLength } from "./length.ts";
import { type Block, block, type Data, type Fragment } from "./model.ts";
import type { PageReader } from "./page-reader.ts";
import { readPicture } from "./picture.ts";

/** The images of a `<figure>`, or of a `<div>` of figures; nothing when there is more in it than images keep. */
export function imagesFromHtml(html: string, element: HtmlElement, reader: PageReader): Block | undefined {
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

/** What the attributes of a `<div>` say of the images in it; nothing when they say anything else. */
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
