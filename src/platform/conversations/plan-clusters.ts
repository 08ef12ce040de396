import type { Breathe } from "./grouping/agglomerate.ts";
import { groupVectors, joinGroups } from "./grouping/group-issues.ts";
import { vectorsOf } from "./grouping/vectors.ts";
import type { KnownIssue, KnownIssues } from "./known-issues.ts";
import { type ClusterMatch, matchClusters } from "./match-clusters.ts";
import type { RelatedPages } from "./related-pages.ts";

/** With no more issues than this, all are put together anew each time. */
const mostAnew = 3_000;
/** Beyond that, when this share of them has changed; until then new ones join the clusters that there are. */
const changedShare = 0.1;

export interface ClusterPlan extends ClusterMatch {
  /** Whether all issues were put together anew. */
  readonly anew: boolean;
}

/** Issues in no cluster, the newest ones, that are compared with clusters and among themselves in between. */
const mostAlone = 1_000;

/** Which issues belong together, and under which ids. Pages are only read where all are put together anew. */
export async function planClusters(
  known: KnownIssues,
  readPages: () => Promise<RelatedPages | undefined>,
  breathe: Breathe,
): Promise<ClusterPlan> {
  const { issues, clusters, changed } = known;
  const anew = issues.length <= mostAnew || changed >= issues.length * changedShare;
  const members = new Map<string, number[]>(clusters.map(({ id }) => [id, []]));
  for (const [index, { cluster }] of issues.entries()) if (cluster !== null) members.get(cluster)?.push(index);
  const texts = issues.map(({ terms }) => terms);
  const vectors = await vectorsOf(texts, anew ? await readPages() : undefined, breathe);
  const groups = anew
    ? await groupVectors(vectors, breathe)
    : await joinGroups(
        vectors,
        [...members.values()].filter((group) => group.length > 1),
        newestAlone(issues),
        breathe,
      );
  const idsOf = (group: readonly number[]) => group.map((index) => issues[index]?.id ?? "");
  const match = matchClusters(
    groups.map(idsOf),
    clusters.map(({ id, created_at }) => ({ id, created_at, issues: idsOf(members.get(id) ?? []) })),
  );
  return { ...match, anew };
}

function newestAlone(issues: readonly KnownIssue[]): number[] {
  const alone = [...issues.entries()].filter(([, { cluster }]) => cluster === null);
  alone.sort(([, one], [, other]) => compare(other.created_at, one.created_at) || compare(one.id, other.id));
  return alone.slice(0, mostAlone).map(([index]) => index);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
