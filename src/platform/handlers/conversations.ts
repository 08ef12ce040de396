import type { ConversationTranscript } from "../../contract/models/conversation.ts";
import { organizationFor } from "../access/scope.ts";
import { ingest } from "../conversations/ingest.ts";
import { answerList, readPaging } from "../paging.ts";
import { presentConversation, readMetadata } from "../present/conversation.ts";
import { Problem } from "../problem.ts";
import { countConversations, findConversation, listConversations } from "../store/conversations.ts";
import type { Handlers } from "./handler.ts";

export const conversations: Handlers<"conversations"> = {
  async list(input, context) {
    await organizationFor(context, input.organizationId, "view");
    const filter = { organization: input.organizationId, source: input.source };
    const request = readPaging("conversations.list", [filter.organization, filter.source], input);
    const rows = await listConversations(context.queries, filter, request.after, request.limit + 1);
    const count = await countConversations(context.queries, filter);
    const items = rows.map((row) => presentConversation(context, row));
    return answerList(request, rows, count, (row) => [row.created_at, row.id], items);
  },

  async ingest({ organizationId, conversations: given }, context) {
    await organizationFor(context, organizationId, "create");
    await ingest(context, organizationId, Array.isArray(given) ? given : [given]);
  },

  async get({ organizationId, conversationId }, context) {
    await organizationFor(context, organizationId, "view");
    const row = await findConversation(context.queries, organizationId, conversationId);
    if (row === undefined) {
      throw new Problem(
        "not_found",
        `conversationId: there is no conversation ${conversationId}, or this token may not see it.`,
      );
    }
    return {
      conversation: presentConversation(context, row),
      parts: JSON.parse(row.parts) as ConversationTranscript["parts"],
      metadata: readMetadata(row),
    };
  },
};
