import { setImmediate as immediate } from "node:timers/promises";
import type { Impact } from "../../contract/models/conversation.ts";
import type { Context } from "../context.ts";
import { setCluster } from "../store/conversation-issues.ts";
import { createId } from "../store/ids.ts";
import {
  clustersWithChangeRequests,
  insertIssueCluster,
  mergeIssueCluster,
  removeIssueCluster,
  setChangedIssues,
  updateIssueCluster,
} from "../store/issue-clusters.ts";
import type { ClusterText } from "./describe-cluster.ts";
import { commonImpact } from "./impact.ts";
import type { KnownIssue, KnownIssues } from "./known-issues.ts";
import type { ClusterPlan } from "./plan-clusters.ts";

/** Label, summary and icon of a cluster that is new or changed, and who wrote them: see `described_by`. */
export type ClusterDescription = ClusterText & { readonly by: "terms" | "model" | "instead" };
/** Undefined where they stay. */
export type Descriptions = readonly (ClusterDescription | undefined)[];

/** Writes what was planned: the clusters, whose issue is in which, and where the ids of merged ones lead. */
export async function storeClusters(
  { queries, now }: Context,
  organization: string,
  known: KnownIssues,
  plan: ClusterPlan,
  descriptions: Descriptions,
): Promise<void> {
  const issues = new Map(known.issues.map((issue) => [issue.id, issue]));
  const clusters = new Map(known.clusters.map((cluster) => [cluster.id, cluster]));
  const ids: string[] = [];
  for (const [index, { id: knownId, issues: members }] of plan.clusters.entries()) {
    // Others of this process get their turn, as there may be thousands of issues to write.
    await immediate();
    const found = members.flatMap((id) => issues.get(id) ?? []);
    const id = knownId ?? createId();
    ids.push(id);
    const before = clusters.get(id);
    const text = descriptions[index];
    const facts = factsOf(found);
    const moved = found.filter(({ cluster }) => cluster !== id).map((issue) => issue.id);
    await setCluster(queries, moved, id);
    const described = text && {
      label: text.label,
      summary: JSON.stringify(text.summary),
      icon: text.icon,
      described_by: text.by,
      described_issues: found.length,
    };
    if (before === undefined) {
      if (described === undefined) throw new Error("A new cluster has no description");
      await insertIssueCluster(queries, {
        id,
        organization,
        ...described,
        ...facts,
        muted: 0,
        merged_into: null,
        created_at: now,
        updated_at: now,
      });
      continue;
    }
    const change = { ...facts, ...described };
    const isSame = Object.entries(change).every(([name, value]) => before[name as keyof typeof change] === value);
    if (!isSame || moved.length > 0) await updateIssueCluster(queries, id, { ...change, updated_at: now });
  }
  const placed = new Set(plan.clusters.flatMap(({ issues: members }) => members));
  const alone = known.issues.filter(({ id, cluster }) => cluster !== null && !placed.has(id));
  const linked = await clustersWithChangeRequests(queries, plan.dissolved);
  await setCluster(
    queries,
    alone.filter(({ cluster }) => !linked.has(cluster ?? "")).map(({ id }) => id),
    null,
  );
  for (const { id, into } of plan.merged) await mergeIssueCluster(queries, id, ids[into] ?? "", now);
  for (const id of plan.dissolved) {
    if (!linked.has(id)) await removeIssueCluster(queries, id);
    else await updateIssueCluster(queries, id, factsOf(alone.filter(({ cluster }) => cluster === id)));
  }
  if (plan.anew) await setChangedIssues(queries, organization, 0);
}

function factsOf(issues: readonly KnownIssue[]) {
  const sources: Record<string, number> = {};
  for (const { source } of issues) sources[source] = (sources[source] ?? 0) + 1;
  return {
    impact: issues.length === 0 ? "low" : commonImpact(issues.map(({ impact }) => impact as Impact)),
    sources: JSON.stringify(Object.fromEntries(Object.entries(sources).sort())),
    issues: issues.length,
    conversations: new Set(issues.map(({ conversation }) => conversation)).size,
  };
}
