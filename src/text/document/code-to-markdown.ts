import { fenceAround } from "../code-fence.ts";
import { printHtmlTag } from "./html.ts";
import { wordOf } from "./inline-to-markdown.ts";
import { type Block, blockNodes, type InlineNode, inlineNodes, plainText } from "./model.ts";
import type { ReferencePrinter } from "./references.ts";
import { attributesOfBlock, formOfType } from "./tag-attributes.ts";
import { printTag } from "./tags.ts";

interface CodePrinting {
  href: ReferencePrinter;
}

/** A fenced code block, in a `code` tag when it has a title or display options; HTML where a fence has no form for it. */
export function codeBlockToMarkdown(block: Block, printing: CodePrinting): string {
  const data = block.data ?? {};
  const lines = blockNodes(block.nodes);
  if (lines.some((line) => line.data?.highlighted === true || !isPlain(inlineNodes(line.nodes)))) {
    return codeToHtml(block, printing);
  }
  const code = lines.map((line) => onOneLine(plainText(inlineNodes(line.nodes)))).join("\n");
  const fence = fenceAround(code);
  const info = `${wordOf(data, "syntax")} ${wordOf(data, "info")}`.trim().replace(/[`\r\n]/g, "");
  const fenced = `${fence}${info}\n${code}\n${fence}`;
  const options = optionsOf(block, printing);
  return Object.keys(options).length === 0 ? fenced : `${printTag("code", options)}\n${fenced}\n{% endcode %}`;
}

/** `<pre>`, in which highlighted lines are `<strong>`. */
export function codeToHtml(block: Block, printing: CodePrinting): string {
  const syntax = wordOf(block.data ?? {}, "syntax").split(/\s/)[0] ?? "";
  const attributes: Record<string, string | undefined> = { class: syntax === "" ? undefined : `language-${syntax}` };
  for (const [name, value] of Object.entries(optionsOf(block, printing))) {
    attributes[`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`] = value;
  }
  const lines = blockNodes(block.nodes).map((line) => {
    const text = `${inlineNodes(line.nodes).map(codeHtml).join("")}\n`;
    return line.data?.highlighted === true ? `<strong>${text}</strong>` : text;
  });
  const code = printHtmlTag("code", { class: syntax === "" ? undefined : `lang-${syntax}` });
  return `${printHtmlTag("pre", attributes)}${code}${lines.join("")}</code></pre>`;
}

function optionsOf(block: Block, printing: CodePrinting): Record<string, string> {
  const form = formOfType("code");
  return form ? attributesOfBlock(form, block, printing.href, ["syntax", "info"]) : {};
}

function codeHtml(node: InlineNode): string {
  if (node.object !== "text") {
    const text = node.type === "expression" ? wordOf(node.data, "expression") : plainText(node.nodes);
    return node.type === "expression" ? `<code class="expression">${escapeCode(text)}</code>` : escapeCode(text);
  }
  return (node.leaves ?? []).map((leaf) => (leaf.verbatim ? leaf.text : escapeCode(leaf.text))).join("");
}

/** Only what HTML would read otherwise; code keeps its quotes. */
function escapeCode(text: string): string {
  return onOneLine(text).replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;");
}

function onOneLine(text: string): string {
  return text.replace(/\r?\n|\r/g, " ");
}

function isPlain(nodes: readonly InlineNode[]): boolean {
  return nodes.every((node) => node.object === "text" && !node.leaves?.some((leaf) => leaf.verbatim));
}
