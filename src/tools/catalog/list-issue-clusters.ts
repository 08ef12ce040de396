import { z } from "zod";
import type { IssueCluster } from "../../contract/models/issue-cluster.ts";
import { changeRequests } from "../../contract/operations/change-requests.ts";
import { conversationIssues } from "../../contract/operations/conversation-issues.ts";
import { conversations } from "../../contract/operations/conversations.ts";
import { issueClusters } from "../../contract/operations/issue-clusters.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { search } from "../../contract/operations/search.ts";
import { type AnalysisState, readAnalysisState } from "../conversations/analysis-state.ts";
import { clusterLine } from "../conversations/present-cluster.ts";
import { countRecentIssues, daysAgo } from "../conversations/recent-issues.ts";
import { showCluster } from "../conversations/show-cluster.ts";
import { showConversation } from "../conversations/show-conversation.ts";
import { counted } from "../present/count.ts";
import { fence } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { quoted } from "../present/name.ts";
import { fenceTokens } from "../present/within.ts";
import { named } from "../resolve/arguments.ts";
import { findIssueCluster } from "../resolve/issue-cluster.ts";
import { findOrganization } from "../resolve/organization.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

/** Tokens kept for the lines around the list. */
const noteTokens = 180;

/** What each order puts first. */
const orders = {
  updatedAt: "newest",
  issues: "those with the most issues",
  conversations: "those with the most conversations",
};

export const listIssueClusters = defineTool({
  name: "list_issue_clusters",
  title: "Show issue clusters",
  description:
    "List clusters of issues from support conversations, or show one: its issues, questions, support's answers, pages. Or where a conversation landed.",
  toolset: "conversations",
  uses: [
    issueClusters.list,
    issueClusters.get,
    conversationIssues.list,
    conversations.get,
    conversations.list,
    changeRequests.listInOrganization,
    search.organization,
    organizations.list,
  ],
  input: {
    cluster: named.issueCluster.optional(),
    conversation: z.string().min(1).max(1000).optional().describe("Id"),
    days: z.int().min(1).optional().describe("Issues of the last days only"),
    organization: named.organization.optional(),
    order_by: z.enum(Object.keys(orders) as (keyof typeof orders)[]).default("updatedAt"),
    include_muted: z.boolean().default(false),
    cursor: named.cursor,
  },
  async run(input, context): Promise<ToolAnswer> {
    const { client, signal, answerTokens } = context;
    const { id: organizationId, title } = await findOrganization(input.organization, context);
    if (input.conversation !== undefined) {
      if (input.cluster !== undefined) throw new ToolError("Give `cluster` or `conversation`, not both.");
      return { text: await showConversation(input.conversation, organizationId, input.cursor, context) };
    }
    if (input.cluster !== undefined) {
      const cluster = await findIssueCluster(input.cluster, organizationId, context);
      const part = { days: input.days, cursor: input.cursor };
      return { text: await showCluster(cluster, organizationId, part, context) };
    }
    const { order_by: orderBy, include_muted: withMuted, days } = input;
    const recent = days === undefined ? undefined : await countRecentIssues(organizationId, daysAgo(days), context);
    const { blocks, more } = await listWithin<IssueCluster>({
      subject: ["issue_clusters", organizationId, orderBy, withMuted, days],
      cursor: input.cursor,
      tokens: answerTokens - fenceTokens - noteTokens,
      read: (page, limit) =>
        client.issueClusters.list(
          { organizationId, orderBy, order: "desc", limit, ...(page === undefined ? {} : { page }) },
          { signal },
        ),
      present(cluster) {
        const count = recent?.counts.get(cluster.id) ?? 0;
        if ((cluster.muted && !withMuted) || (recent !== undefined && count === 0)) return undefined;
        return clusterLine(cluster, days === undefined ? [] : [`${count} in the last ${counted(days, "day")}`]);
      },
    });
    const where = `${quoted(title)} (${organizationId})`;
    const state = input.cursor === undefined ? await readAnalysisState(organizationId, context) : undefined;
    if (blocks.length === 0) return { text: nothing(input, where, more, state) };
    const heading = `Issue clusters of ${where}${windowOf(days)}, ${orders[orderBy]} first:`;
    const cut = recent?.isCut ? ["Only the first issues of many were looked through for their days."] : [];
    const waiting = [...cut, ...(state?.waiting === undefined ? [] : [state.waiting])];
    const next = more ?? `With "cluster": one of them in detail.`;
    const text = [heading, fence(blocks.join("\n")), ...waiting, next].join("\n");
    return { text };
  },
});

const windowOf = (days: number | undefined) =>
  days === undefined ? "" : ` with issues of the last ${counted(days, "day")}`;

interface Asked {
  readonly include_muted: boolean;
  readonly days?: number | undefined;
  readonly cursor?: string | undefined;
}

function nothing(
  { include_muted: withMuted, cursor, days }: Asked,
  where: string,
  more: string | undefined,
  state: AnalysisState | undefined,
): string {
  const further = cursor === undefined ? "" : " further";
  const none = `No${further} issue cluster of ${where}${windowOf(days)}${withMuted ? "" : " that is not muted"}`;
  if (more !== undefined) return `${none} so far. ${more}`;
  const muted = withMuted ? "" : ` "include_muted": true shows the others.`;
  if (state?.waiting !== undefined) return `${none}.${muted} ${state.waiting}`;
  if (days !== undefined) return `${none}.${muted} More \`days\`, or none, show older ones.`;
  const alike =
    withMuted && (state?.conversations ?? 0) > 0
      ? " Conversations are there; a cluster comes of several on one matter."
      : "";
  return `${none}.${muted}${alike} ingest_conversations sends conversations to analyze.`;
}
