import { generateNKeysBetween } from "fractional-indexing";
import { longestRise } from "../import/longest-rise.ts";

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
