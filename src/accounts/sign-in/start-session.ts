import type { Queries } from "../../platform/kernel/database/tables.ts";
import { beginSession, type SignInMethod } from "../../platform/sign-in/index.ts";
import type { Visit } from "../visit.ts";

interface Identified {
  readonly user: string;
  readonly method: SignInMethod;
  readonly returnTo: string | null | undefined;
}

/**
 * Signs the browser in as the user that `identify` finds, in one transaction, and redirects it. The session is always
 * new, whatever the browser had before.
 */
export async function startSession(
  visit: Visit,
  identify: (queries: Queries, now: string) => Promise<Identified>,
): Promise<Response> {
  const { userAgent } = visit;
  const before = await visit.person();
  const now = visit.platform.now();
  const { secret, returnTo } = await visit.platform.database.write(async (queries) => {
    const { user, method, returnTo } = await identify(queries, now);
    const secret = await beginSession(queries, { user, method, userAgent, before: before?.session }, now);
    return { secret, returnTo };
  });
  visit.beginSession(secret);
  return visit.goTo(returnTo ?? "/app/account");
}
