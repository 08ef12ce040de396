import type { ConversationIssueRecord } from "../../contract/models/conversation-issue.ts";
import type { ToolContext } from "../../desk/context.ts";
import { fenceTokens } from "../../desk/present/budget.ts";
import { fence } from "../../desk/present/fence.ts";
import { listWithin } from "../../desk/present/listing.ts";
import { counted, oneLine, quoted } from "../../desk/present/wording.ts";
import { lookUp, lookUpIfAllowed } from "../../desk/reads.ts";
import { ToolError } from "../../desk/tool-error.ts";

/** Tokens kept for the lines around the list. */
const noteTokens = 200;

/** The issues found in one conversation and the cluster each is in, or why there is none. */
export async function showConversation(
  conversationId: string,
  organizationId: string,
  cursor: string | undefined,
  { client, signal, answerTokens }: ToolContext,
): Promise<string> {
  const transcript = await lookUp(client.conversations.get({ organizationId, conversationId }, { signal }));
  if (transcript === undefined) {
    throw new ToolError(
      `There is no conversation ${quoted(conversationId)} here. Its id is the one ingest_conversations sent it with.`,
    );
  }
  const { source, createdAt, processedAt } = transcript.conversation;
  const heading = `Conversation ${quoted(conversationId)}, from ${quoted(source)}, began ${createdAt.slice(0, 10)}`;
  if (processedAt === undefined) {
    return `${heading}: it waits to be analyzed, and is in no cluster before that. Ask again in a moment.`;
  }
  const labels = new Map<string, Promise<string>>();
  const labelOf = (clusterId: string) => {
    const known = labels.get(clusterId);
    if (known !== undefined) return known;
    const read = lookUpIfAllowed(client.issueClusters.get({ organizationId, clusterId }, { signal }));
    const label = read.then((cluster) =>
      cluster === undefined ? `cluster ${clusterId}` : `cluster ${oneLine(cluster.label)} (id ${cluster.id})`,
    );
    labels.set(clusterId, label);
    return label;
  };
  const { blocks, more } = await listWithin<ConversationIssueRecord>({
    subject: ["conversation", organizationId, conversationId],
    cursor,
    tokens: answerTokens - fenceTokens - noteTokens,
    read: (page, limit) =>
      client.conversationIssues.list(
        { organizationId, conversation: conversationId, limit, ...(page === undefined ? {} : { page }) },
        { signal },
      ),
    present: async ({ issue: { id, title, cluster } }) => {
      const place = cluster === undefined ? "no cluster: nothing else is like it yet" : await labelOf(cluster);
      return `- ${oneLine(title, 200)} (issue ${id}): in ${place}`;
    },
  });
  const analyzed = `${heading}, analyzed ${processedAt.slice(0, 10)}`;
  if (blocks.length === 0) return `${analyzed}: no issue was found in it, so it is in no cluster.`;
  const next = more ?? (labels.size === 0 ? [] : [`With "cluster": one of them in detail.`]);
  return [`${analyzed}: ${counted(blocks.length, "issue")}.`, fence(blocks.join("\n")), ...[next].flat()].join("\n");
}
