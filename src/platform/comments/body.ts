import type { CommentText } from "../../contract/models/comment-input.ts";
import type { RichDocument } from "../../contract/models/document.ts";
import { Problem } from "../problem.ts";

const mostTextBytes = 100 * 1024;
const mostDocumentBytes = 10 * mostTextBytes;

/** The text of a comment or reply as it is stored: as it was given. Throws what is wrong with it. */
export async function readGivenBody(body: CommentText): Promise<string> {
  const stored = JSON.stringify(
    body.document === undefined ? { markdown: body.markdown } : { document: body.document },
  );
  const text = body.markdown ?? (await printGiven(body.document));
  if (Buffer.byteLength(text) > mostTextBytes || Buffer.byteLength(stored) > mostDocumentBytes) {
    throw new Problem("payload_too_large", "body: a comment holds at most 100 KB of text. Put longer text on a page.");
  }
  if (text.trim() === "") throw new Problem("bad_request", "body: has no text. Write what there is to say.");
  return stored;
}

async function printGiven(document: unknown): Promise<string> {
  try {
    return await printDocument(document);
  } catch (error) {
    throw new Problem(
      "unprocessable",
      `body.document: ${error instanceof Error ? error.message.replace(/\.$/, "") : "cannot be read"}. Send a document as getPageById answers one, or markdown.`,
    );
  }
}

export async function printDocument(document: unknown): Promise<string> {
  const { markdownFromDocument } = await import("../../text/document/to-markdown.ts");
  return markdownFromDocument(document as Parameters<typeof markdownFromDocument>[0]);
}

/** A stored body: exactly one member is there. */
export function parseBody(stored: string): { markdown?: string; document?: RichDocument } {
  return JSON.parse(stored) as { markdown?: string; document?: RichDocument };
}
