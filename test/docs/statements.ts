import { marked, type Token, type Tokens } from "marked";

/**
 * What a page states, in its order: the sentences of its paragraphs and list items, and each row of its tables as one.
 * Headings, front matter and code blocks state nothing.
 */
export function statementsOf(markdown: string): string[] {
  const text = markdown.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/^\{%.*%\}$/gm, "");
  return marked.lexer(text).flatMap(statementsIn);
}

function statementsIn(token: Token): string[] {
  switch (token.type) {
    case "heading":
    case "space":
    case "code":
      return [];
    case "paragraph":
    case "text":
      return sentencesOf((token as Tokens.Paragraph).text);
    case "list":
      return (token as Tokens.List).items.flatMap(({ tokens }) => tokens.flatMap(statementsIn));
    case "table":
      return (token as Tokens.Table).rows.map((row) => row.map(({ text }) => text).join(" | "));
    default:
      throw new Error(`What a ${token.type} states is not known: ${token.raw}`);
  }
}

/** A sentence ends with a mark, behind which another one begins with a capital letter, code, emphasis or a link. */
const sentencesOf = (text: string): string[] =>
  text
    .replaceAll("\n", " ")
    .split(/(?<=[.!?]["`*)]*) +(?=["`*[]*[A-Z`-])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
