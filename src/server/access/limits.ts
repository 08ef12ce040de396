import { createHash } from "node:crypto";
import { type RateLimited, rateLimitHeaders } from "../../contract/rate-limit.ts";
import { type Authorize, type Caller, readBearer } from "./authorize.ts";
import type { ClientAddress } from "./client-address.ts";
import { jsonRpcError } from "./http-guards.ts";

export interface RateLimit {
  /** Requests per minute. */
  readonly perMinute: number;
  /** Takes from a caller's allowance. Returns the milliseconds to wait if it is exhausted. */
  take(caller: string, requests?: number): number | undefined;
  /** Returns the milliseconds until one request may be sent, if any; takes nothing. */
  waitFor(caller: string): number | undefined;
  /** Number of callers remembered. */
  readonly size: number;
}

interface Allowance {
  readonly left: number;
  /** Milliseconds since an arbitrary moment. */
  readonly at: number;
}

const minute = 60_000;

/** Limit on callers remembered, so that a caller with ever new names cannot exhaust memory. */
const maxCallers = 20_000;

/** Allows each caller a burst of `perMinute` requests, refilled evenly within a minute. */
export function createRateLimit(perMinute: number, now: () => number = () => performance.now()): RateLimit {
  const allowances = new Map<string, Allowance>();
  let swept = now();

  /** After a minute of silence, a caller has the full allowance, like a new one. */
  const sweep = (at: number) => {
    if (at - swept < minute) return;
    swept = at;
    for (const [caller, allowance] of allowances) {
      if (at - allowance.at >= minute) allowances.delete(caller);
    }
  };

  const computeRemaining = (caller: string, at: number): number => {
    const before = allowances.get(caller) ?? { left: perMinute, at };
    return Math.min(perMinute, before.left + ((at - before.at) * perMinute) / minute);
  };

  return {
    perMinute,
    waitFor(caller) {
      const left = computeRemaining(caller, now());
      return left < 1 ? ((1 - left) * minute) / perMinute : undefined;
    },
    take(caller, requests = 1) {
      const at = now();
      sweep(at);
      const left = computeRemaining(caller, at);
      // A cost above the full allowance takes all of it: otherwise it could never be sent.
      const cost = Math.min(requests, perMinute);
      if (left < cost) return ((cost - left) * minute) / perMinute;
      // Moved to the end, so that the first entry is the least recently active.
      allowances.delete(caller);
      allowances.set(caller, { left: left - cost, at });
      const [oldest] = allowances.keys();
      if (allowances.size > maxCallers && oldest !== undefined) allowances.delete(oldest);
      return undefined;
    },
    get size() {
      return allowances.size;
    },
  };
}

/** Milliseconds rounded up to whole seconds. */
const toSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** Why an attempt that came too soon is refused. */
export class Wait implements RateLimited {
  readonly seconds: number;
  readonly limit: number;

  constructor(milliseconds: number, { perMinute }: Pick<RateLimit, "perMinute">) {
    this.seconds = toSeconds(milliseconds);
    this.limit = perMinute;
  }
}

/** Takes from a caller's allowance. Returns the wait if it is exhausted. */
export function takeAllowance(limit: RateLimit, caller: string, requests?: number): Wait | undefined {
  const wait = limit.take(caller, requests);
  return wait === undefined ? undefined : new Wait(wait, limit);
}

/** The response to a caller that has to wait. */
export const tooManyRequests = (wait: Wait): Response =>
  jsonRpcError(
    429,
    -32000,
    `Too many requests: wait ${wait.seconds} s, then continue more slowly.`,
    rateLimitHeaders(wait),
  );

/** Refuses callers that exceed their limit. Each message of an array counts. */
export function withRateLimit(authorize: Authorize, limit: RateLimit): Authorize {
  return async (request) => {
    const caller = await authorize(request);
    if (caller instanceof Response) return caller;
    const { principal = "" } = caller;
    const wait = takeAllowance(limit, principal);
    if (wait !== undefined) return tooManyRequests(wait);
    return {
      ...caller,
      refuse(message) {
        const more = Array.isArray(message) ? message.length - 1 : 0;
        const wait = more > 0 ? takeAllowance(limit, principal, more) : undefined;
        return wait === undefined ? caller.refuse?.(message) : tooManyRequests(wait);
      },
    };
  };
}

export interface FailedAttempts {
  /**
   * Runs a check of a credential, and counts it if it fails, for the credential if it is given, and for the client's
   * address if that is known. Returns the wait instead of a failure if there were too many
   * before it. A valid credential always passes, whatever failed before.
   */
  guard<Verdict>(
    request: Request,
    presented: string | undefined,
    check: () => Promise<Verdict>,
    failed: (verdict: Verdict) => boolean,
  ): Promise<Verdict | Wait>;
}

interface FailedAttemptsOptions {
  /** Limit on failures from one client. */
  readonly ofAddress: RateLimit;
  /** Limit on failures of the same credential. */
  readonly ofPresented: RateLimit;
  readonly clientAddress: ClientAddress;
}

/**
 * Counts invalid credentials: tokens and signatures of links. An address over its limit can still send valid ones,
 * since others may share it; guessing is infeasible because of their length.
 */
export function createFailedAttempts({ ofAddress, ofPresented, clientAddress }: FailedAttemptsOptions): FailedAttempts {
  return {
    async guard(request, presented, check, failed) {
      const digest = (text: string) => createHash("sha256").update(text).digest("base64");
      // The same credential is not checked again until it may have become valid.
      const isNew = presented === undefined || ofPresented.size === 0;
      const again = isNew ? undefined : ofPresented.waitFor(digest(presented));
      if (again !== undefined) return new Wait(again, ofPresented);
      const verdict = await check();
      if (!failed(verdict)) return verdict;
      if (presented !== undefined) ofPresented.take(digest(presented));
      const address = clientAddress(request);
      return (address === undefined ? undefined : takeAllowance(ofAddress, address)) ?? verdict;
    },
  };
}

/** Refuses callers that send many invalid tokens. */
export function withFailedAttempts(
  authorize: Authorize,
  attempts: FailedAttempts,
  tooMany: (wait: Wait) => Response,
): Authorize {
  return async (request) => {
    const presented = readBearer(request);
    if (presented.kind !== "token" && presented.kind !== "malformed") return authorize(request);
    const verdict = await attempts.guard<Caller | Response>(
      request,
      presented.kind === "token" ? presented.token : `malformed ${request.url} ${request.headers.get("authorization")}`,
      () => authorize(request),
      (response) => response instanceof Response && (response.status === 401 || response.status === 400),
    );
    return verdict instanceof Wait ? tooMany(verdict) : verdict;
  };
}
