import { createHash } from "node:crypto";
import { type Authorize, type Caller, readBearer } from "./authorize.ts";
import type { ClientAddress } from "./client-address.ts";
import { jsonRpcError } from "./http-guards.ts";

export interface RateLimit {
  /** Takes from a caller's allowance. Returns the milliseconds until there is enough, when there is not. */
  take(caller: string, requests?: number): number | undefined;
  /** The milliseconds until one request may be sent, when there are any; takes nothing. */
  waitFor(caller: string): number | undefined;
  /** Callers that are remembered. */
  readonly size: number;
}

interface Allowance {
  readonly left: number;
  /** Milliseconds since any moment. */
  readonly at: number;
}

const minute = 60_000;

/** Callers that are remembered at a time: whoever sends ever new names must not fill the memory. */
const mostRemembered = 20_000;

/** Lets each caller send `perMinute` requests at once, and gives them back evenly within a minute. */
export function createRateLimit(perMinute: number, now: () => number = () => performance.now()): RateLimit {
  const allowances = new Map<string, Allowance>();
  let swept = now();

  /** A caller that was away for a minute has everything back, like one that was never here. */
  const sweep = (at: number) => {
    if (at - swept < minute) return;
    swept = at;
    for (const [caller, allowance] of allowances) {
      if (at - allowance.at >= minute) allowances.delete(caller);
    }
  };

  const leftOf = (caller: string, at: number): number => {
    const before = allowances.get(caller) ?? { left: perMinute, at };
    return Math.min(perMinute, before.left + ((at - before.at) * perMinute) / minute);
  };

  return {
    waitFor(caller) {
      const left = leftOf(caller, now());
      return left < 1 ? ((1 - left) * minute) / perMinute : undefined;
    },
    take(caller, requests = 1) {
      const at = now();
      sweep(at);
      const left = leftOf(caller, at);
      // What is more than everything costs everything: it could never be sent otherwise.
      const cost = Math.min(requests, perMinute);
      if (left < cost) return ((cost - left) * minute) / perMinute;
      // Behind all others, so that the first is the one that sent nothing for the longest time.
      allowances.delete(caller);
      allowances.set(caller, { left: left - cost, at });
      const [oldest] = allowances.keys();
      if (allowances.size > mostRemembered && oldest !== undefined) allowances.delete(oldest);
      return undefined;
    },
    get size() {
      return allowances.size;
    },
  };
}

/** Whole seconds, as `Retry-After` takes them, that are enough for so many milliseconds. */
export const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** The answer to a caller that has to wait so many milliseconds. */
export function tooManyRequests(wait: number): Response {
  const seconds = secondsOf(wait);
  return jsonRpcError(429, -32000, `Too many requests: wait ${seconds} s, then go on more slowly.`, {
    "Retry-After": String(seconds),
  });
}

/** Turns callers away that send too much. Each message of an array counts. */
export function withRateLimit(authorize: Authorize, limit: RateLimit): Authorize {
  return async (request) => {
    const caller = await authorize(request);
    if (caller instanceof Response) return caller;
    const { principal = "" } = caller;
    const wait = limit.take(principal);
    if (wait !== undefined) return tooManyRequests(wait);
    return {
      ...caller,
      refuse(message) {
        const more = Array.isArray(message) ? message.length - 1 : 0;
        const wait = more > 0 ? limit.take(principal, more) : undefined;
        return wait === undefined ? caller.refuse?.(message) : tooManyRequests(wait);
      },
    };
  };
}

export interface FailedAttempts {
  /**
   * Runs a check of what a request presents, and counts it when it fails, for what was presented and for the client's
   * address as far as that is known. Returns the milliseconds to wait instead of a failure where too many came before
   * it. Whatever failed before, from wherever: what is good passes.
   */
  guard<Verdict>(
    request: Request,
    presented: string,
    check: () => Promise<Verdict>,
    failed: (verdict: Verdict) => boolean,
  ): Promise<Verdict | Wait>;
}

/** What an attempt gets that came too soon after others, in milliseconds. */
export class Wait {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }
}

interface FailedAttemptsOptions {
  /** What may fail from one client. */
  readonly ofAddress: RateLimit;
  /** How often one and the same may fail. */
  readonly ofPresented: RateLimit;
  readonly clientAddress: ClientAddress;
}

/**
 * Counts what was presented and is no good: tokens and signatures of links. An address that is out of attempts is still
 * listened to, since others may share it; guessing is made hopeless by the length of what would have to be guessed.
 */
export function createFailedAttempts({ ofAddress, ofPresented, clientAddress }: FailedAttemptsOptions): FailedAttempts {
  return {
    async guard(request, presented, check, failed) {
      const digest = createHash("sha256").update(presented).digest("base64");
      // The same again needs no second check until it may have become good.
      const again = ofPresented.waitFor(digest);
      if (again !== undefined) return new Wait(again);
      const verdict = await check();
      if (!failed(verdict)) return verdict;
      ofPresented.take(digest);
      const address = clientAddress(request);
      const wait = address === undefined ? undefined : ofAddress.take(address);
      return wait === undefined ? verdict : new Wait(wait);
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
    const presented = readBearer(request);
    if (presented.kind !== "token" && presented.kind !== "malformed") return authorize(request);
    const verdict = await attempts.guard<Caller | Response>(
      request,
      presented.kind === "token" ? presented.token : `malformed ${request.url} ${request.headers.get("authorization")}`,
      () => authorize(request),
      (answer) => answer instanceof Response && (answer.status === 401 || answer.status === 400),
    );
    return verdict instanceof Wait ? tooMany(verdict.milliseconds) : verdict;
  };
}
