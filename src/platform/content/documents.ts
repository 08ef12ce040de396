import type { RichDocument } from "../../contract/models/document.ts";
import { Problem } from "../kernel/problem.ts";

export async function printDocument(document: unknown): Promise<string> {
  const { markdownFromDocument } = await import("../../markdown/document/printing/to-markdown.ts");
  return markdownFromDocument(document as Parameters<typeof markdownFromDocument>[0]);
}

/** The Markdown of a document as it was given in `field`. Throws `refusal` for one that cannot be read. */
export async function printGivenDocument(
  document: unknown,
  field: string,
  refusal: "unprocessable" | "bad_request" = "unprocessable",
): Promise<string> {
  try {
    return await printDocument(document);
  } catch {
    throw new Problem(
      refusal,
      `${field}: is no document: its nodes are blocks, and a block has what its type needs. Send one as getPageById answers it with "format": "document".`,
    );
  }
}

/** A document as it is stored: as it was given. Throws `refusal` for one that nobody could read. */
export async function storableDocument(
  document: RichDocument,
  field: string,
  refusal?: "unprocessable" | "bad_request",
): Promise<string> {
  await printGivenDocument(document, field, refusal);
  return JSON.stringify(document);
}

/** A document of paragraphs without any marks: what is in them is text, whatever it looks like. */
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
