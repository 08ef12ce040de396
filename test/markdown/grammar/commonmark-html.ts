import { parseBlocks } from "../../../src/markdown/grammar/block-parser.ts";
import { withoutEscapes } from "../../../src/markdown/grammar/destinations.ts";
import { decodeEntities } from "../../../src/markdown/grammar/html.ts";
import { type ParsedInline, parseInline, type Target } from "../../../src/markdown/grammar/inline-parser.ts";
import { inlineText } from "../../../src/markdown/grammar/inline-text.ts";
import type { ParsedBlock } from "../../../src/markdown/grammar/parsed-block.ts";

/** A Markdown text as the HTML that CommonMark's specification shows for its examples. */
export function htmlOf(markdown: string): string {
  const blocks = parseBlocks(markdown);
  const definitions = new Map<string, Target>();
  addDefinitions(blocks, definitions);
  return renderBlocks(blocks, definitions);
}

/**
 * HTML for comparing. Omits what documents do not distinguish: whether a list is loose, where a line of the source
 * ended, how an address is percent-encoded.
 */
export function comparable(html: string): string {
  return html
    .split(/(<pre>[\s\S]*?<\/pre>)/)
    .map((part, index) => (index % 2 === 1 ? part : folded(part)))
    .join("")
    .replace(/¶(?=\s*(?:<\/?(?:blockquote|h\d|hr|li|ol|pre|ul)\b|$))/g, "")
    .trim();
}

function folded(html: string): string {
  return html
    .replace(/<p>/g, "")
    .replace(/<\/p>/g, "¶")
    .replace(/[ \t\n]+/g, " ")
    .replace(/ ?(¶|<br \/>|<\/?(?:blockquote|h\d|hr|li|ol|ul)\b[^>]*>) ?/g, "$1")
    .replace(/ (href|src)="([^"]*)"/g, (_, name: string, address: string) => ` ${name}="${decoded(address)}"`)
    .replace(/&quot;/g, '"');
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function addDefinitions(blocks: readonly ParsedBlock[], definitions: Map<string, Target>): void {
  for (const block of blocks) {
    if (block.kind === "quote") addDefinitions(parseBlocks(block.text), definitions);
    if (block.kind === "list") for (const { text } of block.items) addDefinitions(parseBlocks(text), definitions);
    if (block.kind !== "definitions") continue;
    for (const { label, ...target } of block.definitions) {
      if (!definitions.has(label)) definitions.set(label, target);
    }
  }
}

type Definitions = ReadonlyMap<string, Target>;

function renderBlocks(blocks: readonly ParsedBlock[], definitions: Definitions): string {
  return blocks.map((block) => renderBlock(block, definitions)).join("\n");
}

function renderBlock(block: ParsedBlock, definitions: Definitions): string {
  const inline = (text: string) => renderInline(parseInline(text.trim(), definitions));
  switch (block.kind) {
    case "divider":
      return "<hr />";
    case "heading":
      return `<h${block.level}>${inline(block.text)}</h${block.level}>`;
    case "code": {
      const language = decodeEntities(withoutEscapes(block.info)).split(/\s/)[0] ?? "";
      const opening = language === "" ? "<code>" : `<code class="language-${escaped(language)}">`;
      const text = escaped(block.text);
      return `<pre>${opening}${text === "" ? "" : `${text}\n`}</code></pre>`;
    }
    case "quote":
      return `<blockquote>${renderBlocks(parseBlocks(block.text), definitions)}</blockquote>`;
    case "list": {
      const { first, items } = block;
      const content = items.map(({ text }) => `<li>${renderBlocks(parseBlocks(text), definitions)}</li>`).join("");
      if (first === undefined) return `<ul>${content}</ul>`;
      return `<ol${first === 1 ? "" : ` start="${first}"`}>${content}</ol>`;
    }
    case "html":
      return block.text;
    case "definitions":
      return "";
    case "table":
      return `<table>${JSON.stringify(block)}</table>`;
    case "paragraph":
      return `<p>${inline(block.text)}</p>`;
  }
}

function renderInline(parts: readonly ParsedInline[]): string {
  return parts.map(renderPart).join("");
}

const ELEMENTS = { emphasis: "em", strong: "strong", strikethrough: "del" };

function renderPart(part: ParsedInline): string {
  switch (part.kind) {
    case "text":
      return part.raw
        .split(/ {2,}\n */)
        .map((line) => escaped(decodeEntities(line)))
        .join("<br />");
    case "html":
      return part.raw;
    case "footnote":
      return escaped(part.raw);
    case "break":
      return "<br />";
    case "escape":
    case "math":
      return escaped(part.text);
    case "code":
      return `<code>${escaped(part.text)}</code>`;
    case "emphasis":
    case "strong":
    case "strikethrough":
      return `<${ELEMENTS[part.kind]}>${renderInline(part.children)}</${ELEMENTS[part.kind]}>`;
    case "link":
      return `<a href="${escaped(part.href)}"${titleOf(part)}>${renderInline(part.children)}</a>`;
    case "image":
      return `<img src="${escaped(part.href)}" alt="${escaped(inlineText(part.text))}"${titleOf(part)} />`;
  }
}

const titleOf = ({ title }: Target) => (title === undefined ? "" : ` title="${escaped(title)}"`);

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
