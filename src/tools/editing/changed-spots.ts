/** Characters shown on either side of what changed on a line. */
const around = 60;

/**
 * The changed lines of a diff without those around them. Of a line that replaces another, what both have far from the
 * change is left out.
 */
export function changedSpots(diff: readonly string[]): string[] {
  const spots: string[] = [];
  for (let at = 0; at < diff.length; ) {
    const removed = run(diff, at, "-");
    const added = run(diff, at + removed.length, "+");
    if (removed.length + added.length === 0) {
      if (diff[at]?.startsWith("@@") === true) spots.push(diff[at] ?? "");
      at += 1;
      continue;
    }
    at += removed.length + added.length;
    const pairs =
      removed.length === added.length ? removed.map((line, index) => cutAlike(line, added[index] ?? "")) : [];
    const lines =
      pairs.length > 0 ? [...pairs.map(([one]) => one), ...pairs.map(([, other]) => other)] : [...removed, ...added];
    spots.push(...lines);
  }
  return spots;
}

function run(lines: readonly string[], from: number, mark: string): string[] {
  let end = from;
  while (lines[end]?.startsWith(mark) === true) end += 1;
  return lines.slice(from, end);
}

/** Two lines, each with its mark, cut where both are alike. */
function cutAlike(one: string, other: string): [string, string] {
  const shortest = Math.min(one.length, other.length);
  let head = 1;
  while (head < shortest && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const from = startAt(one, head - around);
  const after = startAt(one, one.length - tail + around);
  const left = one.length - after;
  return [one, other].map((line) => {
    const end = left > 0 ? line.length - left : line.length;
    return `${line[0]}${from > 1 ? "…" : ""}${line.slice(from, end)}${left > 0 ? "…" : ""}`;
  }) as [string, string];
}

/** An offset of the line, never within a character. */
function startAt(line: string, offset: number): number {
  const at = Math.max(1, Math.min(line.length, offset));
  const code = line.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
