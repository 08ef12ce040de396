import { z } from "zod";
import { briefs } from "../brief.ts";
import { ContentFormat, RichDocument } from "./document.ts";
import { Id } from "./id.ts";
import { paging, SortOrder, Timestamp } from "./paging.ts";
import { Contributor, User } from "./user.ts";

/** Format of comment texts in a response. Operations without this member return Markdown. */
export const CommentFormat = ContentFormat.default("markdown").describe(
  "Format of the text in the response: a tree of blocks or Markdown",
);

const CommentBody = z.looseObject({
  markdown: z.string().optional().describe("Present when the format is `markdown`"),
  document: RichDocument.optional().describe("Present when the format is `document`"),
});

const Reaction = z.looseObject({
  emoji: z.string().describe("The emoji, or its code"),
  count: z.number().describe("How many users reacted with it"),
  users: z
    .array(
      z.looseObject({
        user: User.describe("Who reacted"),
        reactedAt: Timestamp.describe("When they reacted"),
      }),
    )
    .describe("Users who reacted with it"),
});

const CommentPermissions = z.looseObject({
  view: z.boolean().describe("The caller may read it"),
  edit: z.boolean().describe("The caller may change its text"),
  reply: z.boolean().optional().describe("The caller may reply to it"),
  delete: z.boolean().describe("The caller may delete it"),
});

const CommentUrls = z.looseObject({
  location: z.string().describe("Its address in the API"),
});

const CommentTarget = z.looseObject({
  node: z
    .looseObject({ id: z.string().describe("Key of the block") })
    .optional()
    .describe("Block it is about"),
  tableCell: z
    .looseObject({
      record: z.string().describe("Row of the table"),
      definition: z.string().describe("Column of the table"),
    })
    .optional()
    .describe("Table cell it is about"),
  changeRequest: z.string().optional().describe("Change request it was made in"),
  review: z.string().optional().describe("Review it is part of"),
  page: z
    .looseObject({ id: z.string().describe("Id of the page") })
    .optional()
    .describe("Page it is about; absent when it is about the whole"),
  space: z.string().describe("Space it belongs to"),
  revision: z.string().describe("Revision that has what it is about"),
});

/** What a comment and a reply have in common. */
const posted = {
  id: z.string().describe("Unique within the space"),
  postedBy: User.describe("Its author"),
  postedAt: Timestamp.describe("When it was first posted"),
  editedAt: Timestamp.optional().describe("Last edit of the text; absent when never edited"),
  reactions: z.array(Reaction).describe("One entry for each emoji in use"),
  body: CommentBody.describe("The text, in the requested format"),
  urls: CommentUrls.describe("Where to find it"),
  permissions: CommentPermissions.describe("What the caller may do with it"),
};

export const Comment = z
  .looseObject({
    object: z.enum(["comment"]).describe("Always `comment`"),
    ...posted,
    replies: z.number().describe("How many replies it has"),
    repliers: z.array(Contributor).describe("Users who replied, each once"),
    target: CommentTarget.describe("What it is about"),
    status: z.enum(["open", "resolved"]).describe("Resolved comments are no longer counted"),
    resolvedAt: Timestamp.optional().describe("When it was resolved; absent while open"),
    resolvedBy: User.optional().describe("Who resolved it; absent while open"),
  })
  .register(briefs, {
    named: ["id"],
    listed: [
      "id",
      "status",
      "postedBy",
      "postedAt",
      "editedAt",
      "body",
      "replies",
      "reactions",
      "target.page",
      "target.node",
      "target.changeRequest",
      "resolvedBy",
      "resolvedAt",
    ],
    defaults: { replies: 0 },
  });

export type Comment = z.infer<typeof Comment>;

export const CommentReply = z
  .looseObject({
    object: z.enum(["comment-reply"]).describe("Always `comment-reply`"),
    ...posted,
  })
  .register(briefs, { named: ["id"], listed: ["id", "postedBy", "postedAt", "editedAt", "body", "reactions"] });

export type CommentReply = z.infer<typeof CommentReply>;

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
  page: Id.optional().describe("Page it is about; the whole content when left out"),
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
  body: CommentText.optional().describe("New text; unchanged when left out"),
  addedReactions: Emojis.optional().describe("Emojis to react with, as the caller"),
  removedReactions: Emojis.optional().describe("The caller's own emojis to remove"),
};

/** Body of an edited comment. */
export const commentEdits = {
  resolved: z.boolean().optional().describe("True resolves the comment, false opens it again"),
  ...replyEdits,
};
