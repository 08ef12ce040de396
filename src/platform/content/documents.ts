import type { RichDocument } from "../../contract/models/document.ts";
import { Problem } from "../kernel/problem.ts";

export async function printDocument(document: unknown): Promise<string> {
  const { markdownFromDocument } = await import("../../markdown/document/printing/to-markdown.ts");
  return markdownFromDocument(document as Parameters<typeof markdownFromDocument>[0]);
}

/** The Markdown of a document given in `field`. Throws `refusal` if it cannot be read. */
export async function printDocumentField(
  document: unknown,
  field: string,
  refusal: "unprocessable" | "bad_request" = "unprocessable",
): Promise<string> {
  try {
    return await printDocument(document);
  } catch {
    throw new Problem(
      refusal,
      `${field}: is not a valid document: its nodes must be blocks, each with the members its type requires. Send a document as getPageById returns it with "format": "document".`,
    );
  }
}

/** A document to store, exactly as given. Throws `refusal` if it could not be read back. */
export async function storableDocument(
  document: RichDocument,
  field: string,
  refusal?: "unprocessable" | "bad_request",
): Promise<string> {
  await printDocumentField(document, field, refusal);
  return JSON.stringify(document);
}

/** A document of unformatted paragraphs: their text is literal, even if it looks like markup. */
export const plainDocument = (paragraphs: readonly string[]): RichDocument => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes: paragraphs.map((text, index) => ({
    object: "block",
    type: "paragraph",
    key: `paragraph-${index + 1}`,
    isVoid: false,
    data: {},
    nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
  })),
});
