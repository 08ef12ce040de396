import { createRateLimit, takeAllowance, Wait } from "../../server/access/limits.ts";
import type { AccountsOptions } from "../accounts-options.ts";
import { tooManyAttempts } from "../too-many-attempts.ts";

/** Sign-ins per minute that one client may start, and all clients of unknown address together. */
const maxSignInStarts = { ofAddress: 30, ofUnknown: 300 };

export interface SignInLimits {
  /** Counts the start of a sign-in. Throws `too_many_requests`. */
  requireAllowance(request: Request): void;
  /** Looks up a secret, and counts a failure. Throws `too_many_requests`. */
  check<Found>(request: Request, secret: string, find: () => Promise<Found | undefined>): Promise<Found | undefined>;
}

export function createSignInLimits({ attempts, clientAddress }: AccountsOptions): SignInLimits {
  const ofAddress = createRateLimit(maxSignInStarts.ofAddress);
  const ofUnknown = createRateLimit(maxSignInStarts.ofUnknown);
  return {
    requireAllowance(request) {
      const address = clientAddress(request);
      const wait = address === undefined ? takeAllowance(ofUnknown, "all") : takeAllowance(ofAddress, address);
      if (wait !== undefined) throw tooManyAttempts(wait);
    },
    async check(request, secret, find) {
      const found = await attempts.guard(request, secret, find, (verdict) => verdict === undefined);
      if (found instanceof Wait) throw tooManyAttempts(found);
      return found;
    },
  };
}
