import type { Impact } from "../../contract/models/conversation.ts";
import type { ConversationIssueRecord } from "../../contract/models/conversation-issue.ts";
import type { Context } from "../context.ts";
import { findConversations } from "../store/conversations.ts";
import type { Row } from "../store/tables.ts";
import { presentConversation } from "./conversation.ts";
import { plainDocument } from "./plain-document.ts";

export async function presentConversationIssues(
  context: Context,
  organization: string,
  rows: readonly Row<"conversation_issue">[],
): Promise<ConversationIssueRecord[]> {
  const ids = [...new Set(rows.map(({ conversation }) => conversation))];
  const conversations = await findConversations(context.queries, organization, ids);
  return rows.map((row) => {
    const conversation = conversations.get(row.conversation);
    if (conversation === undefined) throw new Error(`Issue ${row.id} lost its conversation ${row.conversation}`);
    const details = JSON.parse(row.details) as string[];
    return {
      issue: {
        object: "conversation-issue",
        id: row.id,
        title: row.title,
        details: plainDocument(details),
        summary: details.join("\n"),
        impact: row.impact as Impact,
        createdAt: row.created_at,
        ingestedAt: row.ingested_at,
        conversation: row.conversation,
        ...(row.cluster === null ? {} : { cluster: row.cluster }),
        urls: { location: `${context.origin}/v1/orgs/${organization}/conversations-issues/${row.id}` },
      },
      conversation: presentConversation(context, conversation),
    };
  });
}
