/**
 * Where `needle` occurs in `text`, overlapping occurrences included, in time linear in both whatever they hold
 * (Knuth, Morris and Pratt; `indexOf` in a loop is quadratic for repetitive text).
 */
export function listOccurrences(text: string, needle: string): number[] {
  const found: number[] = [];
  if (needle === "" || needle.length > text.length) return found;
  const borders = bordersOf(needle);
  let matched = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    if (matched < needle.length) continue;
    found.push(position + 1 - needle.length);
    matched = borders[matched - 1] ?? 0;
  }
  return found;
}

/** For each prefix of `needle`, the length of the longest proper prefix that is also its suffix. */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length);
  let matched = 0;
  for (let position = 1; position < needle.length; position += 1) {
    const code = needle.charCodeAt(position);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    borders[position] = matched;
  }
  return borders;
}
