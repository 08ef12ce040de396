import { z } from "zod";
import { Conversation, ConversationInput, ConversationTranscript } from "../models/conversation.ts";
import { ConversationId, OrganizationId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { get, post } from "../operation.ts";

export const conversations = {
  list: get("/orgs/{organizationId}/conversations", {
    id: "listConversations",
    summary: "List an organization's support conversations",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: {
      source: z.string().optional().describe("Only those from this source, as its `source` is written"),
      ...paging,
    },
    returns: listOf(Conversation),
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  ingest: post("/orgs/{organizationId}/conversations", {
    id: "ingestConversation",
    summary: "Submit one or more support conversations, to find the issues in them",
    description: "Issues are found later: the conversation's `processedAt` says when that was done.",
    effect: "create",
    reach: "administers",
    params: { organizationId: OrganizationId },
    body: {
      conversations: z
        .union([z.array(ConversationInput).min(1), ConversationInput])
        .describe("One conversation, or a list of them"),
    },
    bodyField: "conversations",
    success: 204,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  get: get("/orgs/{organizationId}/conversations/{conversationId}", {
    id: "getConversationById",
    summary: "Read one support conversation with its messages",
    effect: "read",
    params: { organizationId: OrganizationId, conversationId: ConversationId },
    returns: ConversationTranscript,
    errors: ["not_found"],
    source: "platform-api-2",
  }),
};
