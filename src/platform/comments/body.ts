import type { CommentText } from "../../contract/models/comment-input.ts";
import type { RichDocument } from "../../contract/models/document.ts";
import { printGivenDocument } from "../content/given-document.ts";
import { Problem } from "../problem.ts";

const mostTextBytes = 100 * 1024;
const mostDocumentBytes = 10 * mostTextBytes;

/** The text of a comment or reply as it is stored: as it was given. Throws what is wrong with it. */
export async function readGivenBody(body: CommentText): Promise<string> {
  const stored = JSON.stringify(
    body.document === undefined ? { markdown: body.markdown } : { document: body.document },
  );
  const text = body.markdown ?? (await printGivenDocument(body.document, "body.document"));
  if (Buffer.byteLength(text) > mostTextBytes || Buffer.byteLength(stored) > mostDocumentBytes) {
    throw new Problem("payload_too_large", "body: a comment holds at most 100 KB of text. Put longer text on a page.");
  }
  if (text.trim() === "") throw new Problem("bad_request", "body: has no text. Write what there is to say.");
  return stored;
}

/** A stored body: exactly one member is there. */
export function parseBody(stored: string): { markdown?: string; document?: RichDocument } {
  return JSON.parse(stored) as { markdown?: string; document?: RichDocument };
}
