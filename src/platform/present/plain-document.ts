import type { RichDocument } from "../../contract/models/document.ts";

/** A document of paragraphs without any marks: what stands in them is text, whatever it looks like. */
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
