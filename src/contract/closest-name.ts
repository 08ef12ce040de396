const longestCompared = 64;

/** The name nearest to what was written, or undefined when none is near: for "did you mean". */
export function closestName(written: string, names: readonly string[]): string | undefined {
  if (written.length > longestCompared) return undefined;
  let closest: string | undefined;
  let least = Math.max(2, Math.ceil(written.length / 2)) + 1;
  for (const name of names) {
    const distance = editDistance(plain(written), plain(name));
    if (distance < least) {
      least = distance;
      closest = name;
    }
  }
  return closest;
}

/** `space_id`, `space-id` and `SpaceID` are one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

/** Levenshtein distance, one row at a time. */
export function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
