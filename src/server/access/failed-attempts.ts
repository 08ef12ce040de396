import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { readBearer } from "./bearer.ts";
import type { Authorize, Caller } from "./caller.ts";
import type { RateLimit } from "./rate-limit.ts";

/** Tokens that were taken lately and are remembered by their digests. */
const mostRemembered = 1000;

const addresses = new WeakMap<Request, string>();

/** Notes where a request came from. */
export function bindAddress(request: Request, address: string | undefined): void {
  if (address !== undefined) addresses.set(request, networkOf(address));
}

/** One network of IPv6 is one household's, which has more addresses than could be counted. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = "", tail = ""] = address.replace(/%.*$/, "").split("::");
  const [before, after] = [head, tail].map((part) => (part === "" ? [] : part.split(":"))) as [string[], string[]];
  const zeros = address.includes("::")
    ? Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0")
    : [];
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}

export interface FailedAttempts {
  /**
   * Runs a check of a request's token, and counts it when it fails. Answers the milliseconds to wait instead where too
   * many have failed from there; a token that was taken lately is let through all the same, since a proxy gives
   * everybody one address.
   */
  guard<Verdict>(
    request: Request,
    check: () => Promise<Verdict>,
    failed: (verdict: Verdict) => boolean,
  ): Promise<Verdict | { readonly wait: number }>;
}

/** Counts tokens that were no good by the network they came from. */
export function createFailedAttempts(limit: RateLimit): FailedAttempts {
  const taken = new Set<string>();
  return {
    async guard(request, check, failed) {
      const presented = readBearer(request);
      if (presented.kind !== "token" && presented.kind !== "malformed") return check();
      const digest = presented.kind === "token" ? createHash("sha256").update(presented.token).digest("base64") : "";
      const address = addresses.get(request) ?? "";
      const wait = taken.has(digest) ? undefined : limit.waitFor(address);
      if (wait !== undefined) return { wait };
      const verdict = await check();
      if (failed(verdict)) {
        taken.delete(digest);
        limit.take(address);
        return verdict;
      }
      taken.delete(digest);
      taken.add(digest);
      const [oldest] = taken;
      if (taken.size > mostRemembered && oldest !== undefined) taken.delete(oldest);
      return verdict;
    },
  };
}

/** Turns away whoever sends token after token that is no good. */
export function withFailedAttempts(
  authorize: Authorize,
  attempts: FailedAttempts,
  tooMany: (wait: number) => Response,
): Authorize {
  return async (request) => {
    const verdict = await attempts.guard<Caller | Response>(
      request,
      () => authorize(request),
      (answer) => answer instanceof Response && (answer.status === 401 || answer.status === 400),
    );
    return "wait" in verdict ? tooMany(verdict.wait) : verdict;
  };
}
