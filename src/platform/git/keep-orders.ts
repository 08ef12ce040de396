import { generateNKeysBetween } from "fractional-indexing";

/**
 * An order for each of some siblings, in their sequence. As many as can keep the order they have: a table of contents
 * in which one page moved changes that page alone.
 */
export function keepOrders(present: readonly (string | undefined)[]): string[] {
  const kept = longestRise(present);
  const orders: string[] = [];
  let before: string | null = null;
  for (let index = 0; index < present.length; ) {
    let end = index;
    while (end < present.length && !kept.has(end)) end += 1;
    const after = present[end] ?? null;
    orders.push(...generateNKeysBetween(before, after, end - index));
    if (end < present.length && after !== null) orders.push(after);
    before = orders.at(-1) ?? null;
    index = end + 1;
  }
  return orders;
}

/** Positions of a longest run of rising orders, others left out. */
function longestRise(orders: readonly (string | undefined)[]): Set<number> {
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const [index, order] of orders.entries()) {
    if (order === undefined) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((orders[ends[middle] ?? -1] ?? "") < order) low = middle + 1;
      else high = middle;
    }
    previous.set(index, ends[low - 1]);
    ends[low] = index;
  }
  const run = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) run.add(at);
  return run;
}
