/** Positions of a longest run of rising values, others left out. What is undefined is in no run. */
export function longestRise<Value extends string | number>(values: readonly (Value | undefined)[]): Set<number> {
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = values[ends[middle] ?? -1];
      if (end !== undefined && end < value) low = middle + 1;
      else high = middle;
    }
    previous.set(index, ends[low - 1]);
    ends[low] = index;
  }
  const run = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) run.add(at);
  return run;
}
