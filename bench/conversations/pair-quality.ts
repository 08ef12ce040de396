export interface PairQuality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * Precision and recall of pairs: how many clustered pairs belong together, and how many that belong together were
 * clustered. An item without a topic or without a cluster forms no pairs.
 */
export function pairQuality(
  items: readonly { readonly topic: string | undefined; readonly cluster: string | undefined }[],
): PairQuality {
  const pairs = (count: number) => (count * (count - 1)) / 2;
  const tally = (keys: readonly (string | undefined)[]) => {
    const counts = new Map<string, number>();
    for (const key of keys) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [...counts.values()].reduce((sum, count) => sum + pairs(count), 0);
  };
  const together = tally(items.map(({ cluster }) => cluster));
  const belong = tally(items.map(({ topic }) => topic));
  const both = tally(
    items.map(({ topic, cluster }) =>
      topic === undefined || cluster === undefined ? undefined : `${topic}\n${cluster}`,
    ),
  );
  const precision = together === 0 ? 1 : both / together;
  const recall = belong === 0 ? 1 : both / belong;
  return { precision, recall, f1: both === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
