/** What a caller that has to wait receives. */
export interface RateLimited {
  /** Seconds until it may send the request again. */
  readonly seconds: number;
  /** Requests per period; undefined if another service sets the limit and does not say. */
  readonly limit?: number | undefined;
}

/**
 * The headers of every response with the status 429. The reset is in seconds since 1970, as the public API sends it.
 */
export function rateLimitHeaders({ seconds, limit }: RateLimited, now = Date.now()): Record<string, string> {
  return {
    "Retry-After": String(seconds),
    ...(limit === undefined ? {} : { "X-RateLimit-Limit": String(limit) }),
    "X-RateLimit-Remaining": "0",
    "X-RateLimit-Reset": String(Math.ceil(now / 1000) + seconds),
  };
}
