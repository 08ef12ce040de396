import { z } from "zod";
import { CommentFormat } from "./comment.ts";
import { RichDocument } from "./document.ts";
import { Id } from "./id.ts";
import { paging, SortOrder } from "./paging.ts";

/** Text of a comment as Markdown or as a block tree; exactly one of the two. */
export const CommentText = z
  .object({
    markdown: z.string().optional().describe("The text in Markdown"),
    document: RichDocument.optional().describe("The text as a tree of blocks, instead of markdown"),
  })
  .refine((value) => (value.markdown === undefined) !== (value.document === undefined), {
    message: "give exactly one of markdown and document",
  });
export type CommentText = z.infer<typeof CommentText>;

const Emojis = z.array(z.string().min(1).max(50));

/** Query members of every list of comments. */
export const commentFilters = {
  order: SortOrder.default("desc").describe("By time of posting; `desc` is newest first"),
  format: CommentFormat,
  status: z.enum(["all", "open", "resolved"]).default("all").describe("Only open or only resolved ones"),
  targetPage: Id.optional().describe("Only those about this page"),
  authors: z.array(Id).optional().describe("Only those by these users, by user id"),
  ...paging,
};

/** Body of a new comment. */
export const newComment = {
  node: z.string().min(1).optional().describe("Key of the block it is about; needs `page`"),
  page: Id.optional().describe("Page it is about; left out, it is about the whole"),
  body: CommentText.describe("The text"),
  tableCell: z
    .object({
      record: z.string().min(1).describe("Row of the table"),
      definition: z.string().min(1).describe("Column of the table"),
    })
    .optional()
    .describe("Cell of the table in `node` it is about"),
};

/** Body of a new reply. */
export const newReply = { body: CommentText.describe("The text") };

/** Body of an edited reply. */
export const replyEdits = {
  body: CommentText.optional().describe("Replaces the text; left out, the text stays"),
  addedReactions: Emojis.optional().describe("Emojis to react with, as the caller"),
  removedReactions: Emojis.optional().describe("The caller's own emojis to take back"),
};

/** Body of an edited comment. */
export const commentEdits = {
  resolved: z.boolean().optional().describe("True resolves the comment, false opens it again"),
  ...replyEdits,
};
