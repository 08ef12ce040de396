import type { Role } from "../../../contract/models/role.ts";
import { findMembersByEmail } from "../../access/members-rows.ts";
import { findOrganization, normalizeEmail } from "../../access/people-rows.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { countEmailInvites, putEmailInvite, renewSecret } from "./rows.ts";

/** The most pending invitations of one organization. */
const maxPending = 1000;

interface Inviting {
  readonly organization: string;
  /** As `normalizeEmail` returns it. */
  readonly email: string;
  /** Null for a guest; the organization's default role if undefined. */
  readonly role: Role | null | undefined;
  readonly sso: boolean;
  /** The inviter. */
  readonly by: string;
  /** Who receives the secret: the mail job, the inviter or the operator. */
  readonly secretFor: "mail" | "inviter" | "operator";
}

/** Absent for an existing member. */
interface Invited {
  readonly invite: Row<"email_invite">;
  /** Absent if it is mailed. */
  readonly secret: string | undefined;
}

/** Normalizes an address given in a field. */
export function requireAddress(field: string, email: string): string {
  const address = normalizeEmail(email);
  if (address !== undefined) return address;
  throw new Problem("bad_request", `${field}: this is not an e-mail address. Give one like name@example.com.`);
}

/**
 * Invites the owner of an address, with or without an account. Undefined for a member of the organization. Replaces an
 * earlier invitation to the address. Throws `conflict` if too many are pending.
 */
export async function inviteByEmail(queries: Queries, inviting: Inviting, now: string): Promise<Invited | undefined> {
  const { organization, email, role, sso, by, secretFor } = inviting;
  if ((await findMembersByEmail(queries, organization, [email])).size > 0) return undefined;
  const invite = await putEmailInvite(queries, {
    organization,
    email,
    role: role === undefined ? ((await findOrganization(queries, organization))?.default_role ?? null) : role,
    sso,
    proven: secretFor !== "inviter",
    delivery: secretFor === "mail" ? "waiting" : "shown",
    created_by: by,
    created_at: now,
  });
  if ((await countEmailInvites(queries, organization, now)) > maxPending) {
    throw new Problem(
      "conflict",
      `emails: the organization has more than ${maxPending} pending invitations. Revoke some: listOrganizationInviteLinks shows them.`,
    );
  }
  return { invite, secret: secretFor === "mail" ? undefined : await renewSecret(queries, invite.id) };
}

/** The address at which a browser accepts an invitation. */
export const invitationAddress = (base: string, secret: string): string => `${base}/app/invite/${secret}`;
