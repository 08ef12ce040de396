import { z } from "zod";
import { briefs } from "../brief.ts";
import { Conversation, Impact } from "./conversation.ts";
import { RichDocument } from "./document.ts";
import { Timestamp } from "./paging.ts";

export const ConversationIssue = z
  .looseObject({
    object: z.enum(["conversation-issue"]).describe("Always `conversation-issue`"),
    id: z.string().describe("Unique within the organization"),
    title: z.string().describe("The problem in one line"),
    details: RichDocument.describe("The problem at length"),
    summary: z.string().optional().describe("The problem as plain text, from services that have no `details`"),
    impact: Impact,
    createdAt: Timestamp.describe("When it came up in the conversation"),
    ingestedAt: Timestamp.describe("When its conversation was handed in"),
    conversation: z.string().describe("Conversation it was found in"),
    cluster: z.string().optional().describe("Cluster of like issues; absent until it is put in one"),
    urls: z.looseObject({ location: z.string().describe("Its address in the API") }).describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "title"],
    listed: ["id", "title", "impact", "createdAt", "conversation", "cluster"],
  });
export type ConversationIssue = z.infer<typeof ConversationIssue>;

/** An issue together with the conversation it was found in. */
export const ConversationIssueRecord = z.looseObject({
  issue: ConversationIssue.describe("The issue"),
  conversation: Conversation.describe("Where it was found"),
});
export type ConversationIssueRecord = z.infer<typeof ConversationIssueRecord>;
