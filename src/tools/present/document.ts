import { isRecord } from "../../client/json.ts";

/** A comment's, issue's or description's text as Markdown: from `{markdown}`, `{document}`, a document itself or plain text. */
export async function markdownOf(body: unknown): Promise<string> {
  if (typeof body === "string") return body;
  if (!isRecord(body)) return "";
  if (typeof body.markdown === "string") return body.markdown;
  const document = isRecord(body.document) ? body.document : body;
  if (!Array.isArray(document.nodes)) return "";
  const { markdownFromDocument } = await import("../../text/document/to-markdown.ts");
  return markdownFromDocument(document as object as Parameters<typeof markdownFromDocument>[0]);
}
