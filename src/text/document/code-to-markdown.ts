import { fenceAround } from "../code-fence.ts";
import { wordOf } from "./inline-to-markdown.ts";
import { type Block, blockNodes, inlineNodes, plainText } from "./model.ts";
import type { ReferencePrinter } from "./references.ts";
import { attributesOfBlock, formOfType } from "./tag-attributes.ts";
import { printTag } from "./tags.ts";

/** A fenced code block, in a `code` tag when it has a title or display options. */
export function codeBlockToMarkdown(block: Block, printing: { href: ReferencePrinter }): string {
  const data = block.data ?? {};
  const code = blockNodes(block.nodes)
    .map((line) => plainText(inlineNodes(line.nodes)).replace(/\r?\n|\r/g, " "))
    .join("\n");
  const fence = fenceAround(code);
  const info = `${wordOf(data, "syntax")} ${wordOf(data, "info")}`.trim().replace(/[`\r\n]/g, "");
  const fenced = `${fence}${info}\n${code}\n${fence}`;
  const form = formOfType("code");
  const options = form ? attributesOfBlock(form, block, printing.href, ["syntax", "info"]) : {};
  return Object.keys(options).length === 0 ? fenced : `${printTag("code", options)}\n${fenced}\n{% endcode %}`;
}
