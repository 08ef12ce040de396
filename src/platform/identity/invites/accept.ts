import type { Role } from "../../../contract/models/role.ts";
import { findCollection, spacesWithin, withNested } from "../../access/collections-rows.ts";
import { findUserGrant, putUserGrants } from "../../access/grants-rows.ts";
import { findMember } from "../../access/members-rows.ts";
import { addMember, createUser } from "../../access/people/index.ts";
import { findActiveMember, findOrganization, findUser, findUserByEmail } from "../../access/people-rows.ts";
import { may } from "../../access/roles.ts";
import { collectionScope, getUserRole } from "../../access/scope.ts";
import { findSpace } from "../../access/spaces-rows.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { readSettings } from "../../workspace/organizations/index.ts";
import { deleteEmailInvite, findBySecret, findInviteLink, type InviteLink, listByAddress } from "./rows.ts";

/** What the holder of a secret sees before accepting. */
export interface Invitation {
  readonly organization: Row<"organization">;
  /** Role in the organization; null for a guest. */
  readonly role: Role | null;
  /** Who it is for; undefined for a link that anyone can use. */
  readonly email: string | undefined;
  /** Whether having the secret proves ownership of the address. */
  readonly proven: boolean;
  /** The space or collection that it gives access to. */
  readonly opens: string | undefined;
}

export interface Acceptance {
  readonly organization: string;
  readonly user: string;
  /** `kept`: the user already had access to everything it covers, and keeps it unchanged. */
  readonly outcome: "added" | "kept";
}

type Found =
  | { readonly email: Row<"email_invite">; readonly link?: undefined }
  | { readonly email?: undefined; readonly link: InviteLink };

/** Undefined for an invalid secret. */
export async function findInvitation(queries: Queries, secret: string, now: string): Promise<Invitation | undefined> {
  const found = await find(queries, secret, now);
  if (found === undefined) return undefined;
  const { organization: id, role } = found.email ?? found.link;
  const organization = await findOrganization(queries, id);
  if (organization === undefined) return undefined;
  return {
    organization,
    role: role as Role | null,
    email: found.email?.email,
    proven: found.email?.proven === 1,
    opens: found.link && (await titleOfSubject(queries, found.link)),
  };
}

interface Accepting {
  readonly secret: string;
  readonly user: string;
  /** If given, only invitations to this organization are accepted. */
  readonly organization?: string;
}

/**
 * Lets a user in. Existing roles are neither raised nor lowered. Throws `not_found` for an invalid secret, and
 * `forbidden` for a suspended user or one who was not invited, and while links are switched off.
 */
export async function acceptInvite(queries: Queries, accepting: Accepting, now: string): Promise<Acceptance> {
  const found = await requireInvite(queries, accepting, now);
  if (found.link !== undefined) return joinByLink(queries, found.link, accepting.user, now);
  const user = await findUser(queries, accepting.user);
  if (user?.email !== found.email.email) {
    throw new Problem(
      "forbidden",
      "inviteId: this invitation is for another e-mail address. Sign in with the address it was sent to, or ask for an invitation to yours.",
    );
  }
  return joinByEmail(queries, found.email, accepting.user, now);
}

interface Newcomer {
  readonly secret: string;
  readonly displayName: string;
}

/**
 * Creates a user and lets them in. The user gets the invitation's address only if nobody but its owner can have read
 * the secret; otherwise an inviter could create an account in someone else's name, or find out whether one exists.
 * Throws `conflict` if an account has the address: its owner must sign in and accept.
 */
export async function acceptAsNewcomer(
  queries: Queries,
  { secret, displayName }: Newcomer,
  now: string,
): Promise<Acceptance> {
  const found = await requireInvite(queries, { secret }, now);
  if (displayName.trim() === "") {
    throw new Problem("bad_request", "displayName: is empty. Give the name that others will see.");
  }
  const email = found.email?.proven === 1 ? found.email.email : null;
  if (email !== null && (await findUserByEmail(queries, email)) !== undefined) {
    throw new Problem("conflict", "An account with this address exists. Sign in to it, then accept the invitation.");
  }
  const { id } = await createUser(queries, { email, displayName }, now);
  if (found.link !== undefined) return joinByLink(queries, found.link, id, now);
  return joinByEmail(queries, found.email, id, now);
}

/**
 * Accepts invitations sent to the address of a user who proved to own it by signing in with a provider. Only for users
 * without an organization, because others have to confirm first. With `organization`, accepts only invitations to that
 * one.
 */
export async function claimInvites(
  queries: Queries,
  id: string,
  now: string,
  organization?: string,
): Promise<Acceptance[]> {
  const user = await findUser(queries, id);
  if (user === undefined || user.email === null) return [];
  const accepted: Acceptance[] = [];
  for (const invite of await listByAddress(queries, user.email, now)) {
    if (organization !== undefined && invite.organization !== organization) continue;
    const isSuspended = (await findMember(queries, invite.organization, id))?.disabled === 1;
    if (isSuspended || !(await makerMayInvite(queries, { email: invite }))) continue;
    accepted.push(await joinByEmail(queries, invite, id, now));
  }
  return accepted;
}

async function requireInvite(
  queries: Queries,
  { secret, organization }: Pick<Accepting, "secret" | "organization">,
  now: string,
): Promise<Found> {
  const found = await find(queries, secret, now);
  const row = found?.email ?? found?.link;
  if (found === undefined || row === undefined || (organization ?? row.organization) !== row.organization) throw gone();
  if (found.link !== undefined) await requireLinks(queries, row.organization, "forbidden");
  return found;
}

const gone = () =>
  new Problem(
    "not_found",
    "inviteId: there is no such invitation. It may have been used or revoked, or have expired. Ask for a new one.",
  );

/** Throws while the organization has invite links switched off. */
export async function requireLinks(queries: Queries, id: string, code: "forbidden" | "conflict"): Promise<void> {
  const organization = await findOrganization(queries, id);
  if (organization !== undefined && readSettings(organization).inviteLinks === true) return;
  throw new Problem(
    code,
    `Invite links of organization ${id} are switched off. An administrator can switch them on: updateOrganizationById with "inviteLinks": true.`,
  );
}

async function find(queries: Queries, secret: string, now: string): Promise<Found | undefined> {
  const email = await findBySecret(queries, secret, now);
  const link = email === undefined ? await findInviteLink(queries, secret) : undefined;
  const found: Found | undefined = email === undefined ? link && { link } : { email };
  return found !== undefined && (await makerMayInvite(queries, found)) ? found : undefined;
}

/** An inviter who lost the right to invite must not be able to return, or admit others, through an older invitation. */
async function makerMayInvite(queries: Queries, { email, link }: Found): Promise<boolean> {
  const { organization, created_by } = email ?? link;
  const maker = await findActiveMember(queries, organization, created_by);
  const isDisabled = maker === undefined || (await findUser(queries, created_by))?.disabled === 1;
  if (isDisabled) return false;
  if (link?.space != null) {
    const space = await findSpace(queries, link.space);
    if (space === undefined || space.organization !== organization || space.deleted_at !== null) return false;
    return may(await getUserRole({ queries }, space, created_by), "admin");
  }
  if (link?.collection != null) {
    const collection = await findCollection(queries, link.collection);
    if (collection === undefined || collection.organization !== organization) return false;
    return may(collectionScope(maker, collection).role, "admin");
  }
  return may(maker.role as Role | null, "admin");
}

async function titleOfSubject(queries: Queries, { space, collection }: InviteLink): Promise<string | undefined> {
  if (space !== null) return (await findSpace(queries, space))?.title ?? undefined;
  if (collection !== null) return (await findCollection(queries, collection))?.title ?? undefined;
  return undefined;
}

async function joinByEmail(
  queries: Queries,
  invite: Row<"email_invite">,
  user: string,
  now: string,
): Promise<Acceptance> {
  const { organization } = invite;
  if (!(await deleteEmailInvite(queries, invite.id))) throw gone();
  const { outcome } = await addMember(
    queries,
    { organization, user, role: invite.role as Role | null, sso: invite.sso === 1 },
    now,
  );
  return { organization, user, outcome };
}

async function joinByLink(
  queries: Queries,
  { organization, role, level, space, collection }: InviteLink,
  user: string,
  now: string,
): Promise<Acceptance> {
  const { outcome } = await addMember(queries, { organization, user, role: role as Role | null }, now);
  const opened = level === null ? [] : await openedBy(queries, { space, collection });
  let isNew = outcome === "added";
  for (const one of opened) {
    const hasPart = (await getUserRole({ queries }, one, user)) !== null;
    if (hasPart || (await findUserGrant(queries, one.id, user)) !== undefined) continue;
    await putUserGrants(queries, [{ space: one.id, user, role: level, granted_at: now }]);
    isNew = true;
  }
  return { organization, user, outcome: isNew ? "added" : "kept" };
}

/** Roles are given only in spaces, so a collection represents the spaces currently in it. */
async function openedBy(
  queries: Queries,
  { space, collection }: Pick<InviteLink, "space" | "collection">,
): Promise<Row<"space">[]> {
  if (space !== null) return [await findSpace(queries, space)].filter((one) => one !== undefined);
  if (collection === null) return [];
  const nested = await withNested(queries, collection);
  const spaces = await spacesWithin(
    queries,
    nested.map(({ id }) => id),
  );
  return spaces.filter(({ deleted_at }) => deleted_at === null);
}
