import { isRecord } from "../../client/json.ts";

const unreadable = "(This text is a document of a form that cannot be shown as Markdown.)";

/**
 * A comment's, issue's or description's text as Markdown: from `{markdown}`, `{document}`, a document itself or plain
 * text. A service may have taken any tree for a document; one that nobody can read is said to be that.
 */
export async function markdownOf(body: unknown): Promise<string> {
  if (typeof body === "string") return body;
  if (!isRecord(body)) return "";
  if (typeof body.markdown === "string") return body.markdown;
  const document = isRecord(body.document) ? body.document : body;
  if (!Array.isArray(document.nodes)) return "";
  const { markdownFromDocument } = await import("../../text/document/to-markdown.ts");
  try {
    return markdownFromDocument(document as object as Parameters<typeof markdownFromDocument>[0]);
  } catch {
    return unreadable;
  }
}
