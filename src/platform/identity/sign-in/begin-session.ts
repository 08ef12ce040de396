import { listMemberOrganizations } from "../../access/members-rows.ts";
import { findOrganization, findUser } from "../../access/people-rows.ts";
import { createSession, endSession } from "../../access/sessions-rows.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { readSettings } from "../../workspace/organizations/index.ts";

/** How a person proved who they are. `link` is a link from the server's operator. */
export type SignInMethod = "link" | "email" | "invite" | "saml" | "oidc";

interface SignedIn {
  readonly user: string;
  readonly method: SignInMethod;
  readonly userAgent: string | undefined;
  /** The browser's previous session. It ends, so that anyone who knew its secret gains nothing from this sign-in. */
  readonly before: { readonly id: string; readonly user: string } | undefined;
}

/** Begins a session and returns the cookie's secret. Throws `forbidden` if the user may not sign in this way. */
export async function beginSession(
  queries: Queries,
  { user, method, userAgent, before }: SignedIn,
  now: string,
): Promise<string> {
  const refusal = await findRefusal(queries, user, method);
  if (refusal !== undefined) throw new Problem("forbidden", refusal);
  if (before !== undefined) await endSession(queries, before.user, before.id);
  const { secret } = await createSession(queries, { user, signInMethod: method, userAgent, now });
  return secret;
}

/** Why a user may not sign in this way: suspended, or in an organization that requires single sign-on. */
export async function findRefusal(queries: Queries, id: string, method: SignInMethod): Promise<string | undefined> {
  const user = await findUser(queries, id);
  if (user === undefined || user.disabled === 1) {
    return "This account may not sign in. An administrator can change that.";
  }
  const isOwnWay = method === "email" || method === "invite";
  if (!isOwnWay || !(await requiresSingleSignOn(queries, id))) return undefined;
  return "Your organization requires single sign-on. Sign in through its provider on the sign-in page.";
}

async function requiresSingleSignOn(queries: Queries, user: string): Promise<boolean> {
  for (const id of await listMemberOrganizations(queries, user)) {
    const organization = await findOrganization(queries, id);
    if (organization !== undefined && readSettings(organization).sso === true) return true;
  }
  return false;
}
