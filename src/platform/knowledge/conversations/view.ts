import type {
  Conversation,
  ConversationInput,
  ConversationIssueRecord,
  Impact,
  IssueCluster,
} from "../../../contract/models/conversation.ts";
import { plainDocument } from "../../content/documents.ts";
import { appAddress } from "../../kernel/app-address.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { findConversations } from "./conversation-rows.ts";
import { countIssuesByDay } from "./issue-cluster-rows.ts";

type StoredMetadata = NonNullable<ConversationInput["metadata"]>;

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

const weeks = 13;

const day = 24 * 60 * 60 * 1000;

export async function presentIssueClusters(
  context: Context,
  rows: readonly Row<"issue_cluster">[],
): Promise<IssueCluster[]> {
  const pulses = await readPulses(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    object: "issues-cluster",
    id: row.id,
    label: row.label,
    ...(row.former_labels === "[]" ? {} : { formerLabels: JSON.parse(row.former_labels) as string[] }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    icon: row.icon,
    summary: plainDocument(JSON.parse(row.summary) as string[]),
    muted: row.muted === 1,
    impact: row.impact as Impact,
    weeklyPulse: pulses.get(row.id) ?? Array.from({ length: weeks }, () => 0),
    sources: JSON.parse(row.sources) as Record<string, number>,
    stats: { issues: row.issues, conversations: row.conversations, ...noTasks },
    urls: {
      location: `${context.origin}/v1/orgs/${row.organization}/conversations-clusters/${row.id}`,
      app: appAddress(context, { kind: "issue", organization: row.organization, id: row.id }),
    },
  }));
}

/** The platform opens change requests for clusters, but creates no tasks. */
const noTasks = { tasksTotal: 0, tasksBacklog: 0, tasksStarted: 0, tasksCompleted: 0, tasksCancelled: 0 };

/** The issues of each cluster per week, oldest first; the last week ends today. */
async function readPulses({ queries, now }: Context, clusters: readonly string[]): Promise<Map<string, number[]>> {
  const today = Date.parse(now.slice(0, 10));
  const since = new Date(today - (weeks * 7 - 1) * day).toISOString().slice(0, 10);
  const pulses = new Map<string, number[]>();
  for (const { cluster, day: on, count } of await countIssuesByDay(queries, clusters, since)) {
    const week = weeks - 1 - Math.floor((today - Date.parse(on)) / (7 * day));
    if (cluster === null || week < 0 || week >= weeks) continue;
    const pulse = pulses.get(cluster) ?? Array.from({ length: weeks }, () => 0);
    pulse[week] = (pulse[week] ?? 0) + count;
    pulses.set(cluster, pulse);
  }
  return pulses;
}
