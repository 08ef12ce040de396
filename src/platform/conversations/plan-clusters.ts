import type { Breathe } from "./grouping/agglomerate.ts";
import { groupTexts, joinGroups } from "./grouping/group-issues.ts";
import type { KnownIssues } from "./known-issues.ts";
import { type ClusterMatch, matchClusters } from "./match-clusters.ts";

/** With no more issues than this, all are put together anew each time. */
const mostAnew = 3_000;
/** Beyond that, when this share of them has changed; until then new ones join the clusters that there are. */
const changedShare = 0.1;

export interface ClusterPlan extends ClusterMatch {
  /** Whether all issues were put together anew. */
  readonly anew: boolean;
}

/** Which issues belong together, and under which ids. */
export async function planClusters(known: KnownIssues, breathe: Breathe): Promise<ClusterPlan> {
  const { issues, clusters, changed } = known;
  const anew = issues.length <= mostAnew || changed >= issues.length * changedShare;
  const texts = issues.map(({ terms }) => terms);
  const members = new Map<string, number[]>();
  for (const [index, { cluster }] of issues.entries()) {
    if (cluster !== null) members.set(cluster, [...(members.get(cluster) ?? []), index]);
  }
  const groups = anew
    ? await groupTexts(texts, breathe)
    : await joinGroups(
        texts,
        clusters.map(({ id }) => members.get(id) ?? []).filter((group) => group.length > 0),
        breathe,
      );
  const idsOf = (group: readonly number[]) => group.map((index) => issues[index]?.id ?? "");
  const match = matchClusters(
    groups.map(idsOf),
    clusters.map(({ id, created_at }) => ({ id, created_at, issues: idsOf(members.get(id) ?? []) })),
  );
  return { ...match, anew };
}
