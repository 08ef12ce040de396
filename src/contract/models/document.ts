import { z } from "zod";

/** A rich document as a tree of blocks. Block types and their members are open: unknown ones are kept. */
export const RichDocument = z.looseObject({
  object: z.enum(["document"]).describe("Always `document`"),
  data: z
    .looseObject({ schemaVersion: z.number().optional().describe("Version of the block types in use") })
    .describe("Facts about the document as a whole"),
  nodes: z
    .array(
      z.looseObject({
        object: z.string().describe("`block` at the top; `inline` and `text` further down"),
        type: z.string().optional().describe("Kind of block, such as `paragraph`"),
        key: z.string().optional().describe("Names the block within the document"),
        isVoid: z.boolean().optional().describe("It holds no text"),
        data: z
          .looseObject({ align: z.string().optional().describe("Alignment of its text, such as `start`") })
          .optional()
          .describe("Settings of the block, by its type"),
        nodes: z.array(z.looseObject({})).optional().describe("Blocks, inlines and texts in it, in order"),
      }),
    )
    .describe("Blocks, in order"),
  meta: z
    .looseObject({ token: z.string().optional().describe("Lets the reader load what the document embeds") })
    .optional()
    .describe("Added on reading; not part of the document"),
});
export type RichDocument = z.infer<typeof RichDocument>;

/** Format of texts in a response: a tree of blocks or Markdown. */
export const ContentFormat = z.enum(["document", "markdown"]);

/** Content as Markdown or as a block tree; exactly one of the two. */
export const DocumentInput = z
  .object({
    markdown: z.string().optional().describe("Markdown with GitBook blocks; a leading `# heading` gives the title"),
    document: RichDocument.optional().describe("The same as a tree of blocks, instead of markdown"),
  })
  .refine((value) => (value.markdown === undefined) !== (value.document === undefined), {
    message: "give exactly one of markdown and document",
  });
export type DocumentInput = z.infer<typeof DocumentInput>;
