import { z } from "zod";
import { briefs } from "../brief.ts";
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
    processedAt: Timestamp.optional().describe("When its issues were last looked for; absent while it waits for that"),
    source: z.string().describe("`email`, or `integration:` with the names that say where it comes from"),
    impact: Impact.optional().describe("Of its gravest issue; absent before it was processed"),
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

/** One conversation with what was said in it. */
export const ConversationTranscript = z.looseObject({
  conversation: Conversation.describe("The conversation itself"),
  parts: z.array(z.looseObject(part)).describe("Messages, oldest first"),
  metadata: z.looseObject(metadata).describe("What is known about the conversation as a whole"),
});
export type ConversationTranscript = z.infer<typeof ConversationTranscript>;
