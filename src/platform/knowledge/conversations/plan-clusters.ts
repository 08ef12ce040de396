import { setImmediate as immediate } from "node:timers/promises";
import type { Impact } from "../../../contract/models/conversation.ts";
import { clustersWithChangeRequests } from "../../access/change-requests-rows.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { publishEvent } from "../../kernel/events.ts";
import { endAnalysis, setCluster } from "./conversation-rows.ts";
import type { ClusterText } from "./describe-cluster.ts";
import { groupVectors, joinGroups } from "./grouping/group-issues.ts";
import { computeVectors } from "./grouping/vectors.ts";
import {
  insertIssueCluster,
  mergeIssueCluster,
  removeIssueCluster,
  setChangedIssues,
  updateIssueCluster,
} from "./issue-cluster-rows.ts";
import { commonImpact, type KnownIssue, type KnownIssues } from "./known-issues.ts";
import type { RelatedPages, YieldIfDue } from "./related-pages.ts";

/** Up to this number of issues, all are grouped again each time. */
const maxRegroupedIssues = 3_000;

/** Beyond that, all are grouped again once this share has changed; until then new issues join existing clusters. */
const changedShare = 0.1;

export interface ClusterPlan extends ClusterMatch {
  /** Whether all issues were grouped again. */
  readonly regroupsAll: boolean;
}

/** Number of unclustered issues, newest first, compared with clusters and each other in between. */
const maxUnclustered = 1_000;

/** Plans which issues belong together, and under which ids. Pages are read only if all issues are grouped again. */
export async function planClusters(
  known: KnownIssues,
  readPages: () => Promise<RelatedPages | undefined>,
  yieldIfDue: YieldIfDue,
): Promise<ClusterPlan> {
  const { issues, clusters, changed } = known;
  const regroupsAll = issues.length <= maxRegroupedIssues || changed >= issues.length * changedShare;
  const members = new Map<string, number[]>(clusters.map(({ id }) => [id, []]));
  for (const [index, { cluster }] of issues.entries()) if (cluster !== null) members.get(cluster)?.push(index);
  const texts = issues.map(({ terms }) => terms);
  const vectors = await computeVectors(texts, regroupsAll ? await readPages() : undefined, yieldIfDue);
  const groups = regroupsAll
    ? await groupVectors(vectors, yieldIfDue)
    : await joinGroups(
        vectors,
        [...members.values()].filter((group) => group.length > 1),
        newestAlone(issues),
        yieldIfDue,
      );
  const toIds = (group: readonly number[]) => group.map((index) => issues[index]?.id ?? "");
  const match = matchClusters(
    groups.map(toIds),
    clusters.map(({ id, created_at }) => ({ id, created_at, issues: toIds(members.get(id) ?? []) })),
  );
  return { ...match, regroupsAll };
}

function newestAlone(issues: readonly KnownIssue[]): number[] {
  const alone = [...issues.entries()].filter(([, { cluster }]) => cluster === null);
  alone.sort(([, one], [, other]) => compare(other.created_at, one.created_at) || compare(one.id, other.id));
  return alone.slice(0, maxUnclustered).map(([index]) => index);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** A previous cluster, and its issues that still exist. */
interface KnownCluster {
  readonly id: string;
  readonly created_at: string;
  readonly issues: readonly string[];
}

interface ClusterMatch {
  /** New issues of each cluster; a cluster without an id is new. */
  readonly clusters: readonly { readonly id: string | undefined; readonly issues: readonly string[] }[];
  /** Clusters whose issues are in others now, and the index in `clusters` of the one with most of them. */
  readonly merged: readonly { readonly id: string; readonly into: number }[];
  /** Clusters whose issues are gone, or ungrouped. */
  readonly dissolved: readonly string[];
}

/**
 * Keeps the ids of clusters: a group keeps the id of the cluster it shares most issues with. If a cluster was split,
 * the largest part keeps its id; a cluster absorbed by another redirects to it.
 */
export function matchClusters(groups: readonly (readonly string[])[], known: readonly KnownCluster[]): ClusterMatch {
  const groupByIssue = new Map(
    groups.flatMap((issues, index) => issues.map((issue): [string, number] => [issue, index])),
  );
  const shares = known.flatMap((cluster) => {
    const counts = new Map<number, number>();
    for (const issue of cluster.issues) {
      const group = groupByIssue.get(issue);
      if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    return [...counts].map(([group, count]) => ({ cluster, group, count }));
  });
  shares.sort(
    (one, other) =>
      other.count - one.count ||
      compareMatches(one.cluster.created_at, other.cluster.created_at) ||
      compareMatches(one.cluster.id, other.cluster.id) ||
      one.group - other.group,
  );
  const idByGroup = new Map<number, string>();
  const matchedIds = new Set<string>();
  for (const { cluster, group } of shares) {
    if (idByGroup.has(group) || matchedIds.has(cluster.id)) continue;
    idByGroup.set(group, cluster.id);
    matchedIds.add(cluster.id);
  }
  const gone = known.filter(({ id }) => !matchedIds.has(id));
  const findMainGroup = (id: string) => shares.find(({ cluster }) => cluster.id === id)?.group;
  return {
    clusters: groups.map((issues, index) => ({ id: idByGroup.get(index), issues })),
    merged: gone.flatMap(({ id }) => {
      const into = findMainGroup(id);
      return into === undefined ? [] : [{ id, into }];
    }),
    dissolved: gone.filter(({ id }) => findMainGroup(id) === undefined).map(({ id }) => id),
  };
}

const compareMatches = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Label, summary and icon of a new or changed cluster, and their source: see `described_by`. */
export type ClusterDescription = ClusterText & { readonly by: "terms" | "model" | "instead" };

/** Undefined if they do not change. */
export type Descriptions = readonly (ClusterDescription | undefined)[];

/** Stores the plan: the clusters, their issues, and the redirects of merged ids. */
export async function storeClusters(
  context: Context,
  organization: string,
  known: KnownIssues,
  plan: ClusterPlan,
  descriptions: Descriptions,
): Promise<void> {
  const { queries, now } = context;
  const issues = new Map(known.issues.map((issue) => [issue.id, issue]));
  const clusters = new Map(known.clusters.map((cluster) => [cluster.id, cluster]));
  const ids: string[] = [];
  for (const [index, { id: knownId, issues: members }] of plan.clusters.entries()) {
    // Yields, because there may be thousands of issues to write.
    await immediate();
    const found = members.flatMap((id) => issues.get(id) ?? []);
    const id = knownId ?? createId();
    ids.push(id);
    const before = clusters.get(id);
    const text = descriptions[index];
    const facts = computeFacts(found);
    const moved = found.filter(({ cluster }) => cluster !== id).map((issue) => issue.id);
    await setCluster(queries, moved, id);
    const absorbed = plan.merged.flatMap(({ id: merged, into }) =>
      into === index ? (clusters.get(merged) ?? []) : [],
    );
    const previous = formerLabels(text?.label ?? before?.label ?? "", before, absorbed);
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
        former_labels: previous,
        muted: 0,
        merged_into: null,
        created_at: now,
        updated_at: now,
      });
      const members = { clusterId: id, label: described.label };
      await publishEvent(context, { type: "issue_cluster_found", organization, members });
      continue;
    }
    const change = { ...facts, ...described, former_labels: previous };
    const isSame = Object.entries(change).every(([name, value]) => before[name as keyof typeof change] === value);
    if (!isSame || moved.length > 0) await updateIssueCluster(queries, id, { ...change, updated_at: now });
  }
  const clusteredIds = new Set(plan.clusters.flatMap(({ issues: members }) => members));
  const alone = known.issues.filter(({ id, cluster }) => cluster !== null && !clusteredIds.has(id));
  const linked = await clustersWithChangeRequests(queries, plan.dissolved);
  await setCluster(
    queries,
    alone.filter(({ cluster }) => !linked.has(cluster ?? "")).map(({ id }) => id),
    null,
  );
  for (const { id, into } of plan.merged) await mergeIssueCluster(queries, id, ids[into] ?? "", now);
  for (const id of plan.dissolved) {
    if (!linked.has(id)) await removeIssueCluster(queries, id);
    else await updateIssueCluster(queries, id, computeFacts(alone.filter(({ cluster }) => cluster === id)));
  }
  if (plan.regroupsAll) await setChangedIssues(queries, organization, 0);
  await endAnalysis(queries, organization);
}

type Labelled = Pick<Row<"issue_cluster">, "label" | "former_labels">;

/** Maximum number of previous labels stored. */
const maxFormerLabels = 20;

/** The previous labels of a cluster and of those merged into it, as JSON. */
export function formerLabels(label: string, before: Labelled | undefined, absorbed: readonly Labelled[]): string {
  const known = before === undefined ? absorbed : [before, ...absorbed];
  const labels = [
    ...known.map((cluster) => cluster.label),
    ...known.flatMap((cluster) => JSON.parse(cluster.former_labels) as string[]),
  ];
  const previous = [...new Set(labels)].filter((one) => one !== label);
  return JSON.stringify(previous.slice(0, maxFormerLabels));
}

function computeFacts(issues: readonly KnownIssue[]) {
  const sources: Record<string, number> = {};
  for (const { source } of issues) sources[source] = (sources[source] ?? 0) + 1;
  return {
    impact: issues.length === 0 ? "low" : commonImpact(issues.map(({ impact }) => impact as Impact)),
    sources: JSON.stringify(Object.fromEntries(Object.entries(sources).sort())),
    issues: issues.length,
    conversations: new Set(issues.map(({ conversation }) => conversation)).size,
  };
}
