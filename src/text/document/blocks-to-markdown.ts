import { withoutEnd } from "../trimmed.ts";
import { codeBlockToMarkdown } from "./code-to-markdown.ts";
import { escapeBlock, escapeEnds } from "./escape-markdown.ts";
import { expandablePart } from "./expandable.ts";
import { escapeHtml, printHtmlTag } from "./html.ts";
import { figureToHtml, imagesToHtml } from "./images-to-html.ts";
import { hrefOf, inlineToMarkdown, wordOf } from "./inline-to-markdown.ts";
import {
  type Block,
  blockNodes,
  DEEPEST_NESTING,
  type InlineNode,
  inlineNodes,
  isVerbatim,
  plainText,
} from "./model.ts";
import type { ReferencePrinter } from "./references.ts";
import { tableToMarkdown } from "./table-to-markdown.ts";
import { attributesOfBlock, formOfType } from "./tag-attributes.ts";
import { printTag } from "./tags.ts";

export interface BlockPrinting {
  href: ReferencePrinter;
  depth: number;
}

/** Prints blocks one level deeper, a blank line between them and none at the end. */
type ChildPrinter = (blocks: readonly Block[], printing: BlockPrinting) => string;

/** The opening and closing lines of a block whose children stand between them; nothing for other blocks. */
export function framePartsOf(block: Block, printing: BlockPrinting): { open: string; close: string } | undefined {
  switch (block.type) {
    case "if":
      return { open: `{% if ${wordOf(block.data ?? {}, "expression").replace(/\s+/g, " ")} %}`, close: "{% endif %}" };
    case "expandable": {
      const title = expandablePart(block, "title");
      const summary = inlineToMarkdown(
        title.flatMap((node) => inlineNodes(node.nodes)),
        { ...printing, html: true },
      );
      const opening = block.data?.defaultExpanded === true ? "<details open>" : "<details>";
      return { open: `${opening}\n\n<summary>${summary}</summary>\n`, close: "\n</details>" };
    }
    case "hint":
    case "prompt":
    case "tabs":
    case "tabs-item":
    case "stepper":
    case "stepper-step":
    case "columns":
    case "column":
    case "updates":
    case "update": {
      const form = formOfType(block.type);
      if (!form) return undefined;
      const attributes = attributesOfBlock(form, block, printing.href);
      return { open: printTag(form.tag, attributes), close: `{% end${form.tag} %}` };
    }
    default:
      return undefined;
  }
}

/** The canonical Markdown of a block that is not a frame; of anything nested too deep, its words alone. */
export function blockToMarkdown(
  block: Block,
  printing: BlockPrinting,
  takenMarkers: string,
  printChildren: ChildPrinter,
): string {
  if (printing.depth >= DEEPEST_NESTING)
    return escapeBlock(inlineToMarkdown([flatText(block)], { ...printing, singleLine: true }));
  const data = block.data ?? {};
  const nodes = inlineNodes(block.nodes);
  switch (block.type) {
    case "paragraph":
      return paragraph(block, nodes, printing);
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return heading(block, nodes, printing);
    case "divider":
      return "***";
    case "blockquote":
      return indent(
        printChildren(blockNodes(block.nodes), { ...printing, depth: printing.depth + 1 }) || "",
        "> ",
        "> ",
        ">",
      );
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return list(block, printing, takenMarkers, printChildren);
    case "code":
      return codeBlockToMarkdown(block, printing);
    case "math":
      return `$$\n${wordOf(data, "formula")}\n$$`;
    case "table":
      return tableToMarkdown(block, printing);
    case "images":
      return imagesToHtml(block, printing);
    case "image":
      return figureToHtml(block, printing);
    case "drawing":
      return `<figure>${printHtmlTag("img", { src: hrefOf(data, "ref", printing), alt: "", class: "gitbook-drawing" })}</figure>`;
    case "reusable-content":
      return `{% include "${hrefOf(data, "ref", printing).replace(/["\n]/g, "")}" %}`;
    case "integration":
      return integration(block);
    default:
      return (
        tagged(block, printing) ?? printChildren(blockNodes(block.nodes), { ...printing, depth: printing.depth + 1 })
      );
  }
}

/** All words of a block, found without recursion: the nesting may be of any depth. */
function flatText(block: Block): InlineNode {
  const words: string[] = [];
  const waiting: Block[] = [block];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const text = plainText(inlineNodes(next.nodes)).trim();
    if (text) words.push(text);
    const inFragments = (next.fragments ?? []).flatMap((fragment) => fragment.nodes);
    for (const child of [...blockNodes(next.nodes), ...inFragments].reverse()) waiting.push(child);
  }
  return { object: "text", leaves: [{ object: "leaf", text: words.join(" "), marks: [] }] };
}

function paragraph({ data = {} }: Block, nodes: readonly InlineNode[], printing: BlockPrinting): string {
  if (isVerbatim(nodes)) return withoutEnd(plainText(nodes), "\n");
  const align =
    data.align === "center" ? "center" : data.align === "end" ? "right" : data.align === "start" ? "left" : undefined;
  if (align || (plainText(nodes) === "" && !nodes.some((node) => node.object === "inline"))) {
    return `${printHtmlTag("p", { align })}${inlineToMarkdown(nodes, { ...printing, html: true })}</p>`;
  }
  const markdown = escapeBlock(inlineToMarkdown(nodes, printing));
  // A line that begins with an image is read as an image block, one with `<img>` or `<br>` as HTML.
  return /^(?:!\[|<img|<br>$)/.test(markdown)
    ? `<p>${inlineToMarkdown(nodes, { ...printing, html: true })}</p>`
    : markdown;
}

function heading({ type, data = {} }: Block, nodes: readonly InlineNode[], printing: BlockPrinting): string {
  const level = type === "heading-1" ? 1 : type === "heading-2" ? 2 : Number(data.level ?? 3);
  const align =
    data.align === "center" ? "center" : data.align === "end" ? "right" : data.align === "start" ? "left" : undefined;
  if (align && level >= 1 && level <= 6) {
    return `${printHtmlTag(`h${level}`, { align })}${inlineToMarkdown(nodes, { ...printing, html: true })}</h${level}>`;
  }
  const text = escapeEnds(inlineToMarkdown(nodes, { ...printing, singleLine: true })).replace(/#+$/, "\\$&");
  const id = wordOf(data, "id");
  const anchor = id === "" ? "" : ` <a href="#${escapeHtml(id)}" id="${escapeHtml(id)}"></a>`;
  return `${"#".repeat(Math.min(6, Math.max(1, level)))} ${text}${anchor}`.trimEnd();
}

function list(block: Block, printing: BlockPrinting, takenMarkers: string, printChildren: ChildPrinter): string {
  const ordered = block.type === "list-ordered";
  const free = (ordered ? [".", ")"] : ["*", "-", "+"]).find((marker) => !takenMarkers.includes(marker));
  const start = Number(block.data?.start ?? 1);
  const items = blockNodes(block.nodes).map((item, index) => {
    const number = Math.min(999_999_999, Math.max(0, Math.trunc(start) || 0) + index);
    const marker = ordered ? `${number}${free ?? "."} ` : `${free ?? "*"} `;
    const checked = item.data?.checked ?? (block.type === "list-tasks" ? false : undefined);
    const box = checked === undefined ? "" : checked === true ? "[x] " : "[ ] ";
    const content = printChildren(blockNodes(item.nodes), { ...printing, depth: printing.depth + 1 });
    // After a list marker, `***` would make the whole line a divider.
    return indent(box + content.replace(/^\*\*\*(?=\n|$)/, "___"), marker, " ".repeat(marker.length), "");
  });
  return items.join(items.some((item) => item.includes("\n\n")) ? "\n\n" : "\n");
}

function indent(text: string, first: string, rest: string, blank: string): string {
  return text
    .split("\n")
    .map((line, index) => (line === "" ? (index === 0 ? first.trimEnd() : blank) : (index === 0 ? first : rest) + line))
    .join("\n");
}

function integration({ data = {} }: Block): string {
  const name = `@${wordOf(data, "integration")}/${wordOf(data, "block")}`;
  const props = typeof data.props === "object" && data.props !== null ? { ...data.props } : {};
  const content = wordOf(data, "content");
  return `${printTag(name, props)}${content === "" ? "" : `\n${content}\n{% end${name} %}`}`;
}

/** Void blocks that are written as a tag. */
function tagged(block: Block, printing: BlockPrinting): string | undefined {
  const form = formOfType(block.type);
  if (!form) return undefined;
  const data = block.data ?? {};
  const opening = printTag(form.tag, attributesOfBlock(form, block, printing.href, ["content"]));
  const href = hrefOf(data, "ref", printing);
  const content =
    block.type === "content-ref"
      ? `[${escapeEnds(href.replace(/[\\[\]]/g, ""))}](<${href.replace(/[<>\n]/g, "")}>)`
      : wordOf(data, "content");
  return content === "" ? opening : `${opening}\n${content}\n{% end${form.tag} %}`;
}
