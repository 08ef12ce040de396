import type { Role } from "../../../contract/models/role.ts";
import { findMember, listMemberOrganizations } from "../../access/members-rows.ts";
import { addMember, createUser } from "../../access/people/index.ts";
import {
  findMemberships,
  findOrganization,
  findUser,
  findUserByEmail,
  getEmailDomain,
  normalizeEmail,
} from "../../access/people-rows.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { readSettings } from "../../workspace/organizations/index.ts";
import { claimInvites } from "../invites/index.ts";
import { findIdentity, putIdentity } from "./identities-rows.ts";
import type { ProviderProfile } from "./provider-profile.ts";

/** The issuer name for identities from a SAML provider. */
export const samlIssuer = (provider: string): string => `saml:${provider}`;

/**
 * The user whom an organization's SAML provider names: one already linked, one it may vouch for, or a new one. Members
 * join with the provider's role and team. Throws `forbidden` for an account that the organization may not open: its
 * administrators choose the provider, and must not get into another organization with it.
 *
 * `consenting` is the user who, while signed in, agreed that the provider may open the account. Throws `NotOpened` if
 * that consent is missing.
 */
export async function recognizeBySaml(
  queries: Queries,
  provider: Row<"saml_provider">,
  profile: ProviderProfile,
  consenting: string | undefined,
  now: string,
): Promise<string> {
  const { organization } = provider;
  const issuer = samlIssuer(provider.id);
  const known = profile.subject === undefined ? undefined : await findIdentity(queries, issuer, profile.subject);
  const email = normalizeEmail(profile.email ?? "");
  const isOwnDomain = email !== undefined && (await ownDomains(queries, organization)).has(getEmailDomain(email));
  const user =
    (known && (await findKnown(queries, known, { organization, consenting }))) ??
    (await findVouched(queries, { organization, email, isOwnDomain, consenting })) ??
    (await create(queries, { ...profile, email: isOwnDomain ? email : undefined }, now));
  // An invitation determines the role; the provider's role is for people without one.
  await claimInvites(queries, user.id, now, organization);
  await addMember(
    queries,
    {
      organization,
      user: user.id,
      role: provider.default_role as Role | null,
      sso: true,
      teams: provider.default_team === null ? [] : [provider.default_team],
    },
    now,
  );
  if (profile.subject !== undefined) {
    await putIdentity(
      queries,
      { issuer, subject: profile.subject, user: user.id, confirmed: user.id === consenting },
      now,
    );
  }
  return user.id;
}

/** A user who joins another organization must confirm once that this one's provider may still open the account. */
async function findKnown(
  queries: Queries,
  identity: Row<"identity">,
  { organization, consenting }: Pick<Vouched, "organization" | "consenting">,
): Promise<Row<"user"> | undefined> {
  const user = await findUser(queries, identity.user);
  if (user === undefined || user.id === consenting || identity.confirmed === 1) return user;
  if (await isElsewhere(queries, user.id, organization)) throw new NotOpened(user.id);
  return user;
}

const isElsewhere = async (queries: Queries, user: string, organization: string) =>
  (await listMemberOrganizations(queries, user)).some((id) => id !== organization);

/** The provider may open this account only after its owner agrees. */
export class NotOpened extends Problem {
  readonly user: string;

  constructor(user: string) {
    super(
      "forbidden",
      "This account cannot be opened by this provider yet. Sign in another way first, then through the provider in the same browser; or ask an administrator to mark your membership for single sign-on.",
    );
    this.user = user;
  }
}

interface Vouched {
  readonly organization: string;
  readonly email: string | undefined;
  readonly isOwnDomain: boolean;
  readonly consenting: string | undefined;
}

async function findVouched(
  queries: Queries,
  { organization, email, isOwnDomain, consenting }: Vouched,
): Promise<Row<"user"> | undefined> {
  const user = email === undefined ? undefined : await findUserByEmail(queries, email);
  if (user === undefined) return undefined;
  if (user.id === consenting) return user;
  const member = await findMember(queries, organization, user.id);
  const mayOpen = isOwnDomain || member?.sso === 1;
  if (mayOpen && !(await isElsewhere(queries, user.id, organization))) return user;
  throw new NotOpened(user.id);
}

async function create(
  queries: Queries,
  { subject, email, displayName }: ProviderProfile,
  now: string,
): Promise<Row<"user">> {
  if (subject !== undefined || email !== undefined) {
    return createUser(queries, { email: email ?? null, displayName }, now);
  }
  throw new Problem(
    "forbidden",
    "The provider sends a different name for you each time, and gives no e-mail address in a domain of the organization. Its administrator can send a persistent identifier.",
  );
}

/**
 * The user whom the operator's OpenID provider names: one already linked, one with the address it has verified, or a
 * new one in a domain of the organization. Throws `forbidden` for anyone else.
 */
export async function recognizeByOpenId(
  queries: Queries,
  { issuer, organization }: { readonly issuer: string; readonly organization: string },
  profile: ProviderProfile & { readonly subject: string },
  now: string,
): Promise<string> {
  const known = await findIdentity(queries, issuer, profile.subject);
  if (known !== undefined && (await findUser(queries, known.user)) !== undefined) return known.user;
  const email = normalizeEmail(profile.email ?? "");
  if (email === undefined) {
    throw new Problem(
      "forbidden",
      "The provider gives no e-mail address that it has verified, so it cannot identify you.",
    );
  }
  const found = await findUserByEmail(queries, email);
  const user = found ?? (await createUser(queries, { email, displayName: profile.displayName }, now));
  const isMember = found !== undefined && (await listMemberOrganizations(queries, found.id)).length > 0;
  const claimed = isMember ? [] : await claimInvites(queries, user.id, now);
  if (found === undefined && claimed.length === 0) {
    await joinByDomain(queries, { organization, user: user.id, email }, now);
  }
  await putIdentity(queries, { issuer, subject: profile.subject, user: user.id }, now);
  return user.id;
}

async function joinByDomain(
  queries: Queries,
  { organization, user, email }: { readonly organization: string; readonly user: string; readonly email: string },
  now: string,
): Promise<void> {
  if (!(await ownDomains(queries, organization)).has(getEmailDomain(email))) {
    throw new Problem("forbidden", "Nobody with this address was invited. Ask an administrator for an invitation.");
  }
  const role = (await findOrganization(queries, organization))?.default_role as Role | null;
  await addMember(queries, { organization, user, role }, now);
}

/** Domains that an organization lists as its own, in ASCII. */
async function ownDomains(queries: Queries, organization: string): Promise<Set<string>> {
  const row = await findOrganization(queries, organization);
  const { emailDomains = [] } = row === undefined ? {} : readSettings(row);
  return new Set(emailDomains.map((domain) => getEmailDomain(normalizeEmail(`a@${domain}`) ?? "@")));
}

/** Whether people can sign in with a provider: no required setting is missing. */
export const isActive = ({ entity_id, certificate, sso_url }: Row<"saml_provider">): boolean =>
  [entity_id, certificate, sso_url].every((text) => text !== "");

interface CallerSubject {
  readonly issuer: string;
  readonly subject: string;
  /** Only if the issuer says that it has verified it. */
  readonly verifiedEmail: string | undefined;
}

/** The user whom an issuer's token names, or why there is none. A subject stays with the user it was linked to. */
type RecognizedUser = { readonly user: string; readonly isLinked: boolean } | { readonly reason: string };

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
    return { reason: "The token is valid, but its user is disabled or not an active member. Ask an administrator." };
  }
  return { user: user.id, isLinked: identity !== undefined };
}

function unknownReason(isLinked: boolean, email: string | undefined): string {
  if (isLinked) return "The token is valid, but its user no longer exists. Ask an administrator for an invitation.";
  return email === undefined
    ? "The token does not identify a member: it needs the claims email and email_verified, or the person must sign in to Copydesk through the same issuer once."
    : "The token is valid, but no member has its e-mail address. Ask an administrator for an invitation.";
}

/** Whether a user is enabled and an active member of an organization. */
export async function mayCall(queries: Queries, id: string): Promise<boolean> {
  const user = await findUser(queries, id);
  if (user === undefined || user.disabled === 1) return false;
  return (await findMemberships(queries, id, await listMemberOrganizations(queries, id))).length > 0;
}

/**
 * Links a subject to a user, so that a later change of address cannot link it to anyone else. May be linked already.
 */
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
