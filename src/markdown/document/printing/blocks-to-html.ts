import { escapeHtml, printHtmlTag } from "../../grammar/html.ts";
import { fenceAround } from "../../grammar/line-shape.ts";
import { maxNestingDepth } from "../../grammar/regions.ts";
import { printTag } from "../../grammar/tags.ts";
import { printPicture } from "../inline-elements.ts";
import {
  type Block,
  blockNodes,
  expandablePart,
  type InlineNode,
  inlineNodes,
  plainText,
  type ReferencePrinter,
} from "../model.ts";
import { attributesOfBlock, formOfType, printLength } from "../tag-attributes.ts";
import { getHref, getText, type InlinePrinting, inlineToMarkdown } from "./inline-to-markdown.ts";

const alignments: Readonly<Record<string, string>> = { start: "left", center: "center", end: "right" };

/** Blocks as HTML on one line: the inverse of `flowFromHtml`. A lone paragraph is its text. */
export function flowToHtml(blocks: readonly Block[], printing: InlinePrinting, depth = 0): string {
  const [only] = blocks;
  if (blocks.length === 1 && only?.type === "paragraph" && only.data?.align === undefined)
    return printText(only, printing);
  return blocks.map((block) => blockToHtml(block, printing, depth)).join("");
}

function blockToHtml(block: Block, printing: InlinePrinting, depth: number): string {
  const data = block.data ?? {};
  const inner = () => (depth < maxNestingDepth ? flowToHtml(blockNodes(block.nodes), printing, depth + 1) : "");
  switch (block.type) {
    case "heading-1":
    case "heading-2":
    case "heading-3": {
      const written = data.level ?? Number(block.type.slice(-1));
      const level = typeof written === "number" && written >= 1 && written <= 6 ? Math.trunc(written) : 3;
      return element(`h${level}`, { align: alignments[getText(data, "align")] }, printText(block, printing));
    }
    case "code":
      return codeToHtml(block, printing).replaceAll("\n", "&#xa;");
    case "images":
      return imagesToHtml(block, printing);
    case "divider":
      return "<hr>";
    case "blockquote":
      return element("blockquote", {}, inner());
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return listToHtml(block, printing, depth);
    case "expandable": {
      if (depth >= maxNestingDepth) return "";
      const summary = expandablePart(block, "title").map((title) => printText(title, printing));
      const body = flowToHtml(expandablePart(block, "body"), printing, depth + 1);
      const opening = data.defaultExpanded === true ? "<details open>" : "<details>";
      return `${opening}<summary>${summary.join(" ")}</summary>${body}</details>`;
    }
    case "hint": {
      const form = formOfType(block.type);
      const written = Object.entries(form ? attributesOfBlock(form, block, printing.href) : {});
      const members = Object.fromEntries(written.map(([name, value]) => [`data-${name}`, value]));
      const classes = `hint hint-${getText(data, "style")}`;
      return element("div", { "data-gb-custom-block": "", "data-tag": "hint", ...members, class: classes }, inner());
    }
    default:
      return element("p", { align: alignments[getText(data, "align")] }, printText(block, printing));
  }
}

function listToHtml(list: Block, printing: InlinePrinting, depth: number): string {
  if (depth >= maxNestingDepth) return "";
  const isTasks = list.type === "list-tasks";
  const items = blockNodes(list.nodes).map((item) => {
    const box = isTasks ? `<input type="checkbox"${item.data?.checked === true ? " checked" : ""}>` : "";
    return `<li>${box}${flowToHtml(blockNodes(item.nodes), printing, depth + 1)}</li>`;
  });
  if (list.type !== "list-ordered") {
    return element("ul", { class: isTasks ? "contains-task-list" : undefined }, items.join(""));
  }
  const start = getText(list.data ?? {}, "start");
  return element("ol", { start: start === "" || start === "1" ? undefined : start }, items.join(""));
}

function element(name: string, attributes: Record<string, string | undefined>, inner: string): string {
  return `${printHtmlTag(name, attributes)}${inner}</${name}>`;
}

/** The text of a block or, for a block without text, the words of its direct children. */
function printText(block: Block, printing: InlinePrinting): string {
  const inline = inlineNodes(block.nodes);
  if (inline.length > 0) return inlineToMarkdown(inline, printing);
  return escapeHtml(
    blockNodes(block.nodes)
      .map((child) => plainText(inlineNodes(child.nodes)))
      .join(" "),
  );
}

/** Images as figures, in a `<div>` if there are several or they have display options. */
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
    src: getHref(data, "ref", printing),
    alt: getText(data, "alt"),
    width: sized("width"),
    height: sized("height"),
  };
  const picture = printPicture({ image: attributes, dark: getHref(data, "refDark", printing) });
  const caption = image.fragments?.find((fragment) => (fragment.type ?? fragment.fragment) === "caption")?.nodes ?? [];
  const text = caption
    .map((node) => inlineToMarkdown(inlineNodes(node.nodes), { ...printing, html: true }))
    .join("<br>");
  return `<figure>${picture}<figcaption>${text === "" ? "" : `<p>${text}</p>`}</figcaption></figure>`;
}

interface CodePrinting {
  href: ReferencePrinter;
}

/** A fenced code block, in a `code` tag if it has a title or display options; HTML if a fence cannot express it. */
export function codeBlockToMarkdown(block: Block, printing: CodePrinting): string {
  const data = block.data ?? {};
  const lines = blockNodes(block.nodes);
  if (lines.some((line) => line.data?.highlighted === true || !isPlain(inlineNodes(line.nodes)))) {
    return codeToHtml(block, printing);
  }
  const code = lines.map((line) => onOneLine(plainText(inlineNodes(line.nodes)))).join("\n");
  const fence = fenceAround(code);
  const info = `${getText(data, "syntax")} ${getText(data, "info")}`.trim().replace(/[`\r\n]/g, "");
  const fenced = `${fence}${info}\n${code}\n${fence}`;
  const options = toCodeOptions(block, printing);
  return Object.keys(options).length === 0 ? fenced : `${printTag("code", options)}\n${fenced}\n{% endcode %}`;
}

/** `<pre>`, in which highlighted lines are `<strong>`. */
function codeToHtml(block: Block, printing: CodePrinting): string {
  const syntax = getText(block.data ?? {}, "syntax").split(/\s/)[0] ?? "";
  const attributes: Record<string, string | undefined> = { class: syntax === "" ? undefined : `language-${syntax}` };
  for (const [name, value] of Object.entries(toCodeOptions(block, printing))) {
    attributes[`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`] = value;
  }
  const lines = blockNodes(block.nodes).map((line) => {
    const text = `${inlineNodes(line.nodes).map(codeHtml).join("")}\n`;
    return line.data?.highlighted === true ? `<strong>${text}</strong>` : text;
  });
  const code = printHtmlTag("code", { class: syntax === "" ? undefined : `lang-${syntax}` });
  return `${printHtmlTag("pre", attributes)}${code}${lines.join("")}</code></pre>`;
}

function toCodeOptions(block: Block, printing: CodePrinting): Record<string, string> {
  const form = formOfType("code");
  return form ? attributesOfBlock(form, block, printing.href, ["syntax", "info"]) : {};
}

function codeHtml(node: InlineNode): string {
  if (node.object !== "text") {
    const text = node.type === "expression" ? getText(node.data, "expression") : plainText(node.nodes);
    return node.type === "expression" ? `<code class="expression">${escapeCode(text)}</code>` : escapeCode(text);
  }
  return (node.leaves ?? []).map((leaf) => (leaf.verbatim ? leaf.text : escapeCode(leaf.text))).join("");
}

/** Escapes only what HTML would interpret; quotes in code are kept. */
function escapeCode(text: string): string {
  return onOneLine(text).replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;");
}

function onOneLine(text: string): string {
  return text.replace(/\r?\n|\r/g, " ");
}

function isPlain(nodes: readonly InlineNode[]): boolean {
  return nodes.every((node) => node.object === "text" && !node.leaves?.some((leaf) => leaf.verbatim));
}
