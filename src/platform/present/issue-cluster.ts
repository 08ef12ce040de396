import type { Impact } from "../../contract/models/conversation.ts";
import type { IssueCluster } from "../../contract/models/issue-cluster.ts";
import type { Context } from "../context.ts";
import { countIssuesByDay } from "../store/issue-clusters.ts";
import type { Row } from "../store/tables.ts";
import { plainDocument } from "./plain-document.ts";

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
      app: `${context.origin}/app/${row.organization}/conversations/${row.id}`,
    },
  }));
}

/** Change requests are made for clusters here, and no tasks. */
const noTasks = { tasksTotal: 0, tasksBacklog: 0, tasksStarted: 0, tasksCompleted: 0, tasksCancelled: 0 };

/** The issues of each cluster in the seven days up to today, those before them and so on. */
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
