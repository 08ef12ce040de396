import { z } from "zod";
import { briefs } from "../brief.ts";
import { Contributor } from "./contributor.ts";
import { ContentFormat, RichDocument } from "./document.ts";
import { Timestamp } from "./paging.ts";
import { User } from "./user.ts";

/** Form of comment texts in an answer. Where an operation has no such member, answers are in Markdown. */
export const CommentFormat = ContentFormat.default("markdown").describe(
  "Form of the text in the answer: a tree of blocks or Markdown",
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
    .describe("Those who reacted with it"),
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
    .looseObject({ id: z.string().describe("Which page, by id") })
    .optional()
    .describe("Page it is about; absent when it is about the whole"),
  space: z.string().describe("Space it belongs to"),
  revision: z.string().describe("Revision that has what it is about"),
});

/** What a comment and a reply have alike. */
const posted = {
  id: z.string().describe("Unique within the space"),
  postedBy: User.describe("Its author"),
  postedAt: Timestamp.describe("When it was first posted"),
  editedAt: Timestamp.optional().describe("Last edit of the text; absent when never edited"),
  reactions: z.array(Reaction).describe("One entry for each emoji in use"),
  body: CommentBody.describe("The text, in the format asked for"),
  urls: CommentUrls.describe("Where to find it"),
  permissions: CommentPermissions.describe("What the caller may do with it"),
};

export const Comment = z
  .looseObject({
    object: z.enum(["comment"]).describe("Always `comment`"),
    ...posted,
    replies: z.number().describe("How many replies it has"),
    repliers: z.array(Contributor).describe("Those who replied, each once"),
    target: CommentTarget.describe("What it is about"),
    status: z.enum(["open", "resolved"]).describe("Resolved comments are settled and no longer counted"),
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
    usual: { replies: 0 },
  });
export type Comment = z.infer<typeof Comment>;

export const CommentReply = z
  .looseObject({
    object: z.enum(["comment-reply"]).describe("Always `comment-reply`"),
    ...posted,
  })
  .register(briefs, { named: ["id"], listed: ["id", "postedBy", "postedAt", "editedAt", "body", "reactions"] });
export type CommentReply = z.infer<typeof CommentReply>;
