import type { RichDocument } from "../../contract/models/document.ts";

/** Markdown as the tree of blocks that descriptions and instructions are sent as. */
export async function documentOf(markdown: string): Promise<RichDocument> {
  const { documentFromMarkdown } = await import("../../text/document/from-markdown.ts");
  const { object, data, nodes } = documentFromMarkdown(markdown);
  // The same shape twice: the contract leaves block types open, the text layer names them.
  return { object, data, nodes } as object as RichDocument;
}
