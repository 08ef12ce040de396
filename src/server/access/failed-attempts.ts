import { createHash } from "node:crypto";
import { readBearer } from "./bearer.ts";
import type { Authorize, Caller } from "./caller.ts";
import type { ClientAddress } from "./client-address.ts";
import type { RateLimit } from "./rate-limit.ts";

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

export interface FailedAttemptsOptions {
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
