import { normalizeEmail } from "../access/email-address.ts";
import { organizationsOf } from "../access/members-rows.ts";
import { findMemberships, findUser, findUserByEmail } from "../access/people-rows.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { findIdentity, putIdentity } from "./identities-rows.ts";

interface CallerSubject {
  readonly issuer: string;
  readonly subject: string;
  /** Only where the issuer says that it has verified it. */
  readonly verifiedEmail: string | undefined;
}

/** The user whom an issuer's token is about, or why there is none. A subject stays with the user it was linked to. */
export type RecognizedUser = { readonly user: string; readonly isLinked: boolean } | { readonly reason: string };

export async function recognizeCaller(
  queries: Queries,
  { issuer, subject, verifiedEmail }: CallerSubject,
): Promise<RecognizedUser> {
  const identity = await findIdentity(queries, issuer, subject);
  const email = normalizeEmail(verifiedEmail ?? "");
  const user =
    identity === undefined
      ? email === undefined
        ? undefined
        : await findUserByEmail(queries, email)
      : await findUser(queries, identity.user);
  if (user === undefined) return { reason: unknownReason(identity !== undefined, email) };
  if (!(await mayCall(queries, user.id))) {
    return { reason: "The token is good, but its person is disabled or not an active member. Ask an administrator." };
  }
  return { user: user.id, isLinked: identity !== undefined };
}

function unknownReason(isLinked: boolean, email: string | undefined): string {
  if (isLinked) return "The token is good, but its person is gone. Ask an administrator for an invitation.";
  return email === undefined
    ? "The token does not say which member it is about: it needs the claims email and email_verified, or the person must sign in to Copydesk through the same issuer once."
    : "The token is good, but nobody with its e-mail address is a member. Ask an administrator for an invitation.";
}

/** Whether a user is enabled and an active member of an organization. */
export async function mayCall(queries: Queries, id: string): Promise<boolean> {
  const user = await findUser(queries, id);
  if (user === undefined || user.disabled === 1) return false;
  return (await findMemberships(queries, id, await organizationsOf(queries, id))).length > 0;
}

/** Keeps whom a subject is, so that a change of address leads it to nobody else. Another process may have done it. */
export async function linkSubject(
  queries: Queries,
  { issuer, subject }: Pick<CallerSubject, "issuer" | "subject">,
  user: string,
  now: string,
): Promise<void> {
  if ((await findIdentity(queries, issuer, subject)) === undefined) {
    await putIdentity(queries, { issuer, subject, user }, now);
  }
}
