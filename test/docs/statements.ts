import { parseBlocks } from "../../src/markdown/grammar/block-parser.ts";
import type { ParsedBlock } from "../../src/markdown/grammar/parsed-block.ts";

/**
 * The statements of a page, in order: sentences of its paragraphs and list items, and each row of its tables as one.
 * Headings, front matter and code blocks contain none.
 */
export function statementsOf(markdown: string): string[] {
  const text = markdown.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/^\{%.*%\}$/gm, "");
  return parseBlocks(text).flatMap(statementsIn);
}

function statementsIn(block: ParsedBlock): string[] {
  switch (block.kind) {
    case "heading":
    case "code":
    case "definitions":
      return [];
    case "paragraph":
      return sentencesOf(block.text);
    case "list":
      return block.items.flatMap(({ text }) => parseBlocks(text).flatMap(statementsIn));
    case "table":
      return block.rows.map((row) => row.join(" | "));
    default:
      throw new Error(`What a ${block.kind} states is not known: ${JSON.stringify(block)}`);
  }
}

/** A sentence ends with a mark, followed by one that begins with a capital letter, code, emphasis or a link. */
const sentencesOf = (text: string): string[] =>
  text
    .replaceAll("\n", " ")
    .split(/(?<=[.!?]["`*)]*) +(?=["`*[]*[A-Z`-])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
