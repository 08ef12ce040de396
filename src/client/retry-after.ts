/** Seconds since 1970 below this are taken for a span: some services send `X-RateLimit-Reset` so. The year 2001. */
const earliestEpoch = 1_000_000_000;
/** Seconds since 1970 above this are taken for milliseconds. The year 5138. */
const latestEpoch = 100_000_000_000;
/** Longest wait reported, in seconds: a year. */
const longestWait = 365 * 24 * 3600;

/**
 * Seconds an answer asks to wait, rounded up: from `Retry-After` (seconds or a date), else from `X-RateLimit-Reset`
 * when the limit is what refused the request. Undefined when neither is there or can be read. `now` in milliseconds.
 */
export function readRetryAfter(
  status: number,
  header: (name: string) => string | undefined,
  now: number,
): number | undefined {
  const asked = secondsOrDate(header("retry-after"), now);
  const seconds = asked ?? (status === 429 ? untilReset(header("x-ratelimit-reset"), now) : undefined);
  return seconds === undefined ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), longestWait);
}

function secondsOrDate(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  // Several headers arrive joined by commas; the longest wait satisfies them all.
  if (/^\d+(\.\d+)?( ?, ?\d+(\.\d+)?){0,9}$/.test(text)) return Math.max(...text.split(",").map(Number));
  // Date.parse alone would read much that is no HTTP date.
  if (!/^[A-Z][a-z]{2,8}, .{1,30} GMT$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : (time - now) / 1000;
}

function untilReset(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (!/^\d+(\.\d+)?$/.test(text)) return undefined;
  const seconds = Number(text);
  if (seconds < earliestEpoch) return seconds;
  return (seconds > latestEpoch ? seconds / 1000 : seconds) - now / 1000;
}
