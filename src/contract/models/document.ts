import { z } from "zod";

/** A rich document as a tree of blocks. Block types and their members are open: unknown ones are kept. */
export const RichDocument = z.looseObject({
  object: z.enum(["document"]),
  data: z.looseObject({ schemaVersion: z.number().optional() }),
  nodes: z.array(z.looseObject({ object: z.string(), type: z.string().optional() })).describe("Blocks"),
  meta: z.looseObject({ token: z.string().optional() }).optional(),
});
export type RichDocument = z.infer<typeof RichDocument>;

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
