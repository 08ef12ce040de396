import { z } from "zod";
import { briefs } from "../brief.ts";
import { RichDocument } from "./document.ts";
import { Timestamp } from "./paging.ts";

/** How much trouble there is. */
export const Impact = z
  .enum(["low", "medium", "high"])
  .describe("`low` slows people a little, `medium` can be worked around, `high` cannot");
export type Impact = z.infer<typeof Impact>;

const part = {
  type: z.enum(["message"]).describe("Always `message`"),
  role: z
    .enum(["user", "assistant", "team-member"])
    .describe("Who wrote it: the person asking, a bot or support staff"),
  body: z.string().describe("Text of the message"),
};

const metadata = {
  url: z.string().optional().describe("Page of the conversation in the system it comes from"),
  attributes: z.record(z.string(), z.string()).optional().describe("Facts by name, such as a plan or a product"),
  createdAt: Timestamp.optional().describe("When the conversation began"),
};

/** A support conversation as a caller hands it in. */
export const ConversationInput = z.object({
  id: z.string().min(1).max(255).describe("Unique id in the system it comes from"),
  subject: z.string().max(512).optional().describe("One line on what it is about"),
  metadata: z.object(metadata).optional().describe("What is known about the conversation as a whole"),
  parts: z.array(z.object(part)).min(1).describe("Messages, oldest first"),
});
export type ConversationInput = z.infer<typeof ConversationInput>;

export const Conversation = z
  .looseObject({
    object: z.enum(["conversation"]).describe("Always `conversation`"),
    id: z.string().describe("Unique within the organization"),
    subject: z.string().optional().describe("One line on what it is about"),
    createdAt: Timestamp.describe("When the conversation began"),
    processedAt: Timestamp.optional().describe("When it was last analyzed; absent while it waits for analysis"),
    source: z.string().describe("`email`, or `integration:` with the names that say where it comes from"),
    impact: Impact.optional().describe("Of its most severe issue; absent before it was processed"),
    urls: z
      .looseObject({
        location: z.string().describe("Its address in the API"),
        source: z.string().optional().describe("Its page in the system it comes from"),
      })
      .describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "subject"],
    listed: ["id", "subject", "createdAt", "processedAt", "source", "impact"],
  });
export type Conversation = z.infer<typeof Conversation>;

/** One conversation with its messages. */
export const ConversationTranscript = z.looseObject({
  conversation: Conversation.describe("The conversation itself"),
  parts: z.array(z.looseObject(part)).describe("Messages, oldest first"),
  metadata: z.looseObject(metadata).describe("What is known about the conversation as a whole"),
});
export type ConversationTranscript = z.infer<typeof ConversationTranscript>;

export const ConversationIssue = z
  .looseObject({
    object: z.enum(["conversation-issue"]).describe("Always `conversation-issue`"),
    id: z.string().describe("Unique within the organization"),
    title: z.string().describe("The problem in one line"),
    details: RichDocument.describe("The problem in detail"),
    summary: z.string().optional().describe("The problem as plain text, from services that have no `details`"),
    impact: Impact,
    createdAt: Timestamp.describe("When it came up in the conversation"),
    ingestedAt: Timestamp.describe("When its conversation was submitted"),
    conversation: z.string().describe("Conversation it was found in"),
    cluster: z.string().optional().describe("Cluster of similar issues; absent until it is put in one"),
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

const IssueClusterStats = z.looseObject({
  issues: z.number().describe("Issues in the cluster"),
  conversations: z.number().describe("Conversations those issues come from"),
  tasksTotal: z.number().optional().describe("Tasks made from the cluster"),
  tasksBacklog: z.number().optional().describe("Tasks not started"),
  tasksStarted: z.number().optional().describe("Tasks under way"),
  tasksCompleted: z.number().optional().describe("Tasks done"),
  tasksCancelled: z.number().optional().describe("Tasks given up"),
});

export const IssueCluster = z
  .looseObject({
    object: z.enum(["issues-cluster"]).describe("Always `issues-cluster`"),
    id: z.string().describe("Unique within the organization"),
    label: z.string().describe("What its issues have in common, in a few words"),
    formerLabels: z.array(z.string()).optional().describe("Labels it had before, newest first"),
    createdAt: Timestamp.describe("When the first of its issues was put in it"),
    updatedAt: Timestamp.describe("When it last changed"),
    icon: z.string().max(50).describe("Name of the icon next to the label"),
    summary: RichDocument.describe("What its issues have in common, in detail"),
    muted: z.boolean().describe("No change requests are proposed for it"),
    impact: Impact,
    weeklyPulse: z.array(z.number()).length(13).describe("Issues of each of the last 13 weeks, oldest first"),
    sources: z.record(z.string(), z.number()).describe("How many of its issues come from each source"),
    stats: IssueClusterStats.describe("Counts"),
    urls: z
      .looseObject({
        location: z.string().describe("Its address in the API"),
        app: z.string().optional().describe("Its page in the web app"),
      })
      .describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "label"],
    listed: ["id", "label", "muted", "impact", "stats", "updatedAt"],
    defaults: { muted: false },
  });
export type IssueCluster = z.infer<typeof IssueCluster>;
