import { beginSession, type SignInMethod } from "../../platform/identity/sign-in/index.ts";
import type { Queries } from "../../platform/kernel/database/tables.ts";
import type { PageContext } from "../page-context.ts";

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
  context: PageContext,
  identify: (queries: Queries, now: string) => Promise<Identified>,
): Promise<Response> {
  const { userAgent } = context;
  const before = await context.person();
  const now = context.platform.now();
  const { secret, returnTo } = await context.platform.database.write(async (queries) => {
    const { user, method, returnTo } = await identify(queries, now);
    const secret = await beginSession(queries, { user, method, userAgent, before: before?.session }, now);
    return { secret, returnTo };
  });
  context.beginSession(secret);
  return context.goTo(returnTo ?? "/app/account");
}
