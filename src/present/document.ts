import { isRecord } from "../client/json.ts";
import type { RichDocument } from "../contract/models/document.ts";

const unreadable = "(This text is a document of a form that cannot be shown as Markdown.)";

/** Converts documents to Markdown. A service may have accepted any tree; an unreadable one is reported as such. */
export async function documentMarkdown(): Promise<(document: unknown) => string> {
  const { markdownFromDocument } = await import("../markdown/document/printing/to-markdown.ts");
  return (document) => {
    if (!isRecord(document) || !Array.isArray(document.nodes)) return "";
    try {
      return markdownFromDocument(document as object as Parameters<typeof markdownFromDocument>[0]);
    } catch {
      return unreadable;
    }
  };
}

/** A comment's, issue's or description's text as Markdown: from `{markdown}`, `{document}`, a document itself or plain text. */
export async function toMarkdown(body: unknown): Promise<string> {
  if (typeof body === "string") return body;
  if (!isRecord(body)) return "";
  if (typeof body.markdown === "string") return body.markdown;
  const document = isRecord(body.document) ? body.document : body;
  return Array.isArray(document.nodes) ? (await documentMarkdown())(document) : "";
}

/** Markdown as a block tree, the format in which descriptions and instructions are sent. */
export async function toDocument(markdown: string): Promise<RichDocument> {
  const { documentFromMarkdown } = await import("../markdown/document/reading/from-markdown.ts");
  const { object, data, nodes } = documentFromMarkdown(markdown);
  // The same shape: the contract leaves block types open, the text layer names them.
  return { object, data, nodes } as object as RichDocument;
}
