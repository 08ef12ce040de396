/**
 * Returns the number of letters to add, drop, replace or transpose to turn one word into another, or `most + 1` if more
 * than `most`. Optimal string alignment, in a band around the diagonal.
 */
export function editDistance(one: string, other: string, most: number): number {
  const far = most + 1;
  if (Math.abs(one.length - other.length) > most) return far;
  let above: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = new Array<number>(other.length + 1).fill(far);
    const [from, to] = [Math.max(1, at - most), Math.min(other.length, at + most)];
    if (at <= most) next[0] = at;
    let least = next[0] ?? far;
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
      least = Math.min(least, cost);
    }
    if (least > most) return far;
    above = row;
    row = next;
  }
  return Math.min(row[other.length] ?? far, far);
}
