/** A cluster as it was, and the issues it had that still exist. */
export interface KnownCluster {
  readonly id: string;
  readonly created_at: string;
  readonly issues: readonly string[];
}

export interface ClusterMatch {
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
      compare(one.cluster.created_at, other.cluster.created_at) ||
      compare(one.cluster.id, other.cluster.id) ||
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

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
