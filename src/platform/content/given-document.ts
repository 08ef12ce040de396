import type { RichDocument } from "../../contract/models/document.ts";
import { Problem } from "../problem.ts";

export async function printDocument(document: unknown): Promise<string> {
  const { markdownFromDocument } = await import("../../text/document/to-markdown.ts");
  return markdownFromDocument(document as Parameters<typeof markdownFromDocument>[0]);
}

/** The Markdown of a document as it was given in `field`. Throws `unprocessable` for one that cannot be read. */
export async function printGivenDocument(document: unknown, field: string): Promise<string> {
  try {
    return await printDocument(document);
  } catch {
    throw new Problem(
      "unprocessable",
      `${field}: is no document: its nodes are blocks, and a block has what its type needs. Send one as getPageById answers it with "format": "document".`,
    );
  }
}

/** A document as it is stored: as it was given. Throws `unprocessable` for one that nobody could read. */
export async function storableDocument(document: RichDocument, field: string): Promise<string> {
  await printGivenDocument(document, field);
  return JSON.stringify(document);
}
