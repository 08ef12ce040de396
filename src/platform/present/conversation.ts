import type { Conversation, ConversationInput, Impact } from "../../contract/models/conversation.ts";
import type { Context } from "../context.ts";
import type { Row } from "../store/tables.ts";

export type StoredMetadata = NonNullable<ConversationInput["metadata"]>;

export const readMetadata = (row: Row<"conversation">): StoredMetadata => JSON.parse(row.metadata) as StoredMetadata;

export function presentConversation({ origin }: Context, row: Row<"conversation">): Conversation {
  const { url } = readMetadata(row);
  return {
    object: "conversation",
    id: row.id,
    ...(row.subject === null ? {} : { subject: row.subject }),
    createdAt: row.created_at,
    ...(row.processed_at === null || row.pending !== 0 ? {} : { processedAt: row.processed_at }),
    source: row.source,
    ...(row.impact === null ? {} : { impact: row.impact as Impact }),
    urls: {
      location: `${origin}/v1/orgs/${row.organization}/conversations/${encodeURIComponent(row.id)}`,
      ...(url === undefined ? {} : { source: url }),
    },
  };
}
