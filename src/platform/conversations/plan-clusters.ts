import { groupVectors, joinGroups } from "./grouping/group-issues.ts";
import { vectorsOf } from "./grouping/vectors.ts";
import type { KnownIssue, KnownIssues } from "./known-issues.ts";
import type { Breathe, RelatedPages } from "./related-pages.ts";

/** With no more issues than this, all are put together again each time. */
const mostAnew = 3_000;

/** Beyond that, when this share of them has changed; until then new ones join the clusters that there are. */
const changedShare = 0.1;

export interface ClusterPlan extends ClusterMatch {
  /** Whether all issues were put together again. */
  readonly anew: boolean;
}

/** Issues in no cluster, the newest ones, that are compared with clusters and among themselves in between. */
const mostAlone = 1_000;

/** Which issues belong together, and under which ids. Pages are only read where all are put together again. */
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

/** A cluster as it was, and the issues it had that still exist. */
interface KnownCluster {
  readonly id: string;
  readonly created_at: string;
  readonly issues: readonly string[];
}

interface ClusterMatch {
  /** Issues of each cluster from now on; a cluster without an id is new. */
  readonly clusters: readonly { readonly id: string | undefined; readonly issues: readonly string[] }[];
  /** Clusters whose issues are in others now, and which of these has most of them: an index in `clusters`. */
  readonly merged: readonly { readonly id: string; readonly into: number }[];
  /** Clusters whose issues are gone, or alone. */
  readonly dissolved: readonly string[];
}

/**
 * Keeps the ids of clusters: a group is the cluster that it shares most issues with. Of several groups that came of one
 * cluster, the largest share keeps its id; a cluster that went into another's group leads to it.
 */
export function matchClusters(groups: readonly (readonly string[])[], known: readonly KnownCluster[]): ClusterMatch {
  const groupOf = new Map(groups.flatMap((issues, index) => issues.map((issue): [string, number] => [issue, index])));
  const shares = known.flatMap((cluster) => {
    const counts = new Map<number, number>();
    for (const issue of cluster.issues) {
      const group = groupOf.get(issue);
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
  const idOf = new Map<number, string>();
  const kept = new Set<string>();
  for (const { cluster, group } of shares) {
    if (idOf.has(group) || kept.has(cluster.id)) continue;
    idOf.set(group, cluster.id);
    kept.add(cluster.id);
  }
  const gone = known.filter(({ id }) => !kept.has(id));
  const most = (id: string) => shares.find(({ cluster }) => cluster.id === id)?.group;
  return {
    clusters: groups.map((issues, index) => ({ id: idOf.get(index), issues })),
    merged: gone.flatMap(({ id }) => {
      const into = most(id);
      return into === undefined ? [] : [{ id, into }];
    }),
    dissolved: gone.filter(({ id }) => most(id) === undefined).map(({ id }) => id),
  };
}

const compareMatches = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
