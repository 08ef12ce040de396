/** What one page may hold. Readers of a page are linear in its lines, and a server that reads one answers nobody else. */
export const PAGE_LIMITS = { bytes: 5 * 1024 ** 2, lines: 100_000 };

/** What of a page's limits a text does not keep, in words; undefined when it keeps all. */
export function brokenLimit(text: string): string | undefined {
  if (Buffer.byteLength(text) > PAGE_LIMITS.bytes) return "5 MB of text";
  return hasTooManyLines(text) ? "100,000 lines" : undefined;
}

/** Whether a text has more lines than a page may have. */
export function hasTooManyLines(text: string): boolean {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1 && count <= PAGE_LIMITS.lines; at = text.indexOf("\n", at + 1)) {
    if (at < text.length - 1) count += 1;
  }
  return count > PAGE_LIMITS.lines;
}
