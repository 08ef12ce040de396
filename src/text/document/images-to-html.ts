import { printHtmlTag } from "./html.ts";
import { hrefOf, type InlinePrinting, inlineToMarkdown, wordOf } from "./inline-to-markdown.ts";
import { printLength } from "./length.ts";
import { type Block, blockNodes, inlineNodes } from "./model.ts";
import { printPicture } from "./picture.ts";

/** Images as figures, in a `<div>` where they are several or shown in a way of their own. */
export function imagesToHtml(block: Block, printing: InlinePrinting): string {
  const { align, fullWidth, withFrame } = block.data ?? {};
  const figures = blockNodes(block.nodes)
    .map((image) => figureToHtml(image, printing))
    .join(" ");
  const attributes = {
    align: typeof align === "string" ? align : undefined,
    "data-full-width": typeof fullWidth === "boolean" ? String(fullWidth) : undefined,
    "data-with-frame": typeof withFrame === "boolean" ? String(withFrame) : undefined,
  };
  const isPlain = Object.values(attributes).every((value) => value === undefined);
  return isPlain && blockNodes(block.nodes).length === 1
    ? figures
    : `${printHtmlTag("div", attributes)}${figures}</div>`;
}

export function figureToHtml(image: Block, printing: InlinePrinting): string {
  const data = image.data ?? {};
  const sized = (member: string) => (data[member] === undefined ? undefined : printLength(data[member]));
  const attributes = {
    src: hrefOf(data, "ref", printing),
    alt: wordOf(data, "alt"),
    width: sized("width"),
    height: sized("height"),
  };
  const picture = printPicture({ image: attributes, dark: hrefOf(data, "refDark", printing) });
  const caption = image.fragments?.find((fragment) => (fragment.type ?? fragment.fragment) === "caption")?.nodes ?? [];
  const text = caption
    .map((node) => inlineToMarkdown(inlineNodes(node.nodes), { ...printing, html: true }))
    .join("<br>");
  return `<figure>${picture}<figcaption>${text === "" ? "" : `<p>${text}</p>`}</figcaption></figure>`;
}
