/**
 * Returns the number of letters to add, drop, replace or transpose to turn one word into another, or `most + 1` if more
 * than `maxDistance`. Optimal string alignment, in a band around the diagonal.
 */
export function editDistance(one: string, other: string, maxDistance: number): number {
  const far = maxDistance + 1;
  if (Math.abs(one.length - other.length) > maxDistance) return far;
  let above: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = new Array<number>(other.length + 1).fill(far);
    const [from, to] = [Math.max(1, at - maxDistance), Math.min(other.length, at + maxDistance)];
    if (at <= maxDistance) next[0] = at;
    let minCost = next[0] ?? far;
    for (let column = from; column <= to; column += 1) {
      const same = one.charCodeAt(at - 1) === other.charCodeAt(column - 1);
      let cost = Math.min(
        (row[column - 1] ?? far) + (same ? 0 : 1),
        (row[column] ?? far) + 1,
        (next[column - 1] ?? far) + 1,
      );
      const swapped =
        one.charCodeAt(at - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(at - 2) === other.charCodeAt(column - 1);
      if (swapped && at > 1 && column > 1) cost = Math.min(cost, (above[column - 2] ?? far) + 1);
      next[column] = cost;
      minCost = Math.min(minCost, cost);
    }
    if (minCost > maxDistance) return far;
    above = row;
    row = next;
  }
  return Math.min(row[other.length] ?? far, far);
}
