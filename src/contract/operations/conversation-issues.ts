import { ConversationIssueRecord } from "../models/conversation.ts";
import { ConversationId, ConversationIssueId, Id, OrganizationId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { get } from "../operation.ts";

export const conversationIssues = {
  list: get("/orgs/{organizationId}/conversations-issues", {
    id: "listConversationsIssues",
    summary: "List the issues found in support conversations, each with its conversation",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: {
      cluster: Id.optional().describe("Only those in this cluster"),
      conversation: ConversationId.optional().describe("Only those found in this conversation"),
      ...paging,
    },
    returns: listOf(ConversationIssueRecord),
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  get: get("/orgs/{organizationId}/conversations-issues/{issueId}", {
    id: "getConversationIssueById",
    summary: "Read one issue with the conversation it was found in",
    effect: "read",
    params: { organizationId: OrganizationId, issueId: ConversationIssueId },
    returns: ConversationIssueRecord,
    errors: ["not_found"],
    source: "platform-api-2",
  }),
};
