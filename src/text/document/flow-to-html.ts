import { codeToHtml } from "./code-to-markdown.ts";
import { expandablePart } from "./expandable.ts";
import { escapeHtml, printHtmlTag } from "./html.ts";
import { imagesToHtml } from "./images-to-html.ts";
import { type InlinePrinting, inlineToMarkdown, wordOf } from "./inline-to-markdown.ts";
import { type Block, blockNodes, DEEPEST_NESTING, inlineNodes, plainText } from "./model.ts";
import { attributesOfBlock, formOfType } from "./tag-attributes.ts";

const ALIGN: Readonly<Record<string, string>> = { start: "left", center: "center", end: "right" };

/** Blocks as HTML on one line: the inverse of `flowFromHtml`. A lone paragraph is its text. */
export function flowToHtml(blocks: readonly Block[], printing: InlinePrinting, depth = 0): string {
  const [only] = blocks;
  if (blocks.length === 1 && only?.type === "paragraph" && only.data?.align === undefined)
    return textOf(only, printing);
  return blocks.map((block) => blockToHtml(block, printing, depth)).join("");
}

function blockToHtml(block: Block, printing: InlinePrinting, depth: number): string {
  const data = block.data ?? {};
  const inner = () => (depth < DEEPEST_NESTING ? flowToHtml(blockNodes(block.nodes), printing, depth + 1) : "");
  switch (block.type) {
    case "heading-1":
    case "heading-2":
    case "heading-3": {
      const written = data.level ?? Number(block.type.slice(-1));
      const level = typeof written === "number" && written >= 1 && written <= 6 ? Math.trunc(written) : 3;
      return element(`h${level}`, { align: ALIGN[wordOf(data, "align")] }, textOf(block, printing));
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
      if (depth >= DEEPEST_NESTING) return "";
      const summary = expandablePart(block, "title").map((title) => textOf(title, printing));
      const body = flowToHtml(expandablePart(block, "body"), printing, depth + 1);
      const opening = data.defaultExpanded === true ? "<details open>" : "<details>";
      return `${opening}<summary>${summary.join(" ")}</summary>${body}</details>`;
    }
    case "hint": {
      const form = formOfType(block.type);
      const written = Object.entries(form ? attributesOfBlock(form, block, printing.href) : {});
      const members = Object.fromEntries(written.map(([name, value]) => [`data-${name}`, value]));
      const classes = `hint hint-${wordOf(data, "style")}`;
      return element("div", { "data-gb-custom-block": "", "data-tag": "hint", ...members, class: classes }, inner());
    }
    default:
      return element("p", { align: ALIGN[wordOf(data, "align")] }, textOf(block, printing));
  }
}

function listToHtml(list: Block, printing: InlinePrinting, depth: number): string {
  if (depth >= DEEPEST_NESTING) return "";
  const isTasks = list.type === "list-tasks";
  const items = blockNodes(list.nodes).map((item) => {
    const box = isTasks ? `<input type="checkbox"${item.data?.checked === true ? " checked" : ""}>` : "";
    return `<li>${box}${flowToHtml(blockNodes(item.nodes), printing, depth + 1)}</li>`;
  });
  if (list.type !== "list-ordered") {
    return element("ul", { class: isTasks ? "contains-task-list" : undefined }, items.join(""));
  }
  const start = wordOf(list.data ?? {}, "start");
  return element("ol", { start: start === "" || start === "1" ? undefined : start }, items.join(""));
}

function element(name: string, attributes: Record<string, string | undefined>, inner: string): string {
  return `${printHtmlTag(name, attributes)}${inner}</${name}>`;
}

/** The text of a block; of one that is no text, the words of the blocks right in it. */
function textOf(block: Block, printing: InlinePrinting): string {
  const inline = inlineNodes(block.nodes);
  if (inline.length > 0) return inlineToMarkdown(inline, printing);
  return escapeHtml(
    blockNodes(block.nodes)
      .map((child) => plainText(inlineNodes(child.nodes)))
      .join(" "),
  );
}
