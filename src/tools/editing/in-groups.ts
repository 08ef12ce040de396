/** Requests under way at once. */
const groupSize = 8;

/** What `work` answers for each item, in order; a few at a time, so that a long list does not flood the service. */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += groupSize) {
    results.push(...(await Promise.all(items.slice(at, at + groupSize).map(work))));
  }
  return results;
}
