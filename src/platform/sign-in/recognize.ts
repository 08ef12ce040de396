import type { Role } from "../../contract/models/role.ts";
import { domainOf, normalizeEmail } from "../access/email-address.ts";
import { findMember, organizationsOf } from "../access/members-rows.ts";
import { findOrganization, findUser, findUserByEmail } from "../access/people-rows.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { readSettings } from "../organizations/index.ts";
import { addMember, createUser } from "../people/index.ts";
import { findIdentity, insertIdentity } from "./identities-rows.ts";
import type { ProviderAnswer } from "./provider-answer.ts";

/** The issuer of the identities that a SAML provider vouches for. */
export const samlIssuer = (provider: string): string => `saml:${provider}`;

/**
 * The user whom a SAML provider of an organization means: one it knows, one it may vouch for, or a new one. Members join
 * with the provider's role and team. Throws `forbidden` for an account that is not this organization's to open: its
 * administrators choose the provider, and must not get into another organization with it.
 *
 * `signedIn` is who the browser was signed in as: whoever has the account may bind it to the provider.
 */
export async function recognizeBySaml(
  queries: Queries,
  provider: Row<"saml_provider">,
  answer: ProviderAnswer,
  signedIn: string | undefined,
  now: string,
): Promise<string> {
  const { organization } = provider;
  const issuer = samlIssuer(provider.id);
  const known = answer.subject === undefined ? undefined : await findIdentity(queries, issuer, answer.subject);
  const email = normalizeEmail(answer.email ?? "");
  const isOwnDomain = email !== undefined && (await ownDomains(queries, organization)).has(domainOf(email));
  const user =
    (known && (await findUser(queries, known.user))) ??
    (await findVouched(queries, { organization, email, isOwnDomain, signedIn })) ??
    (await create(queries, { ...answer, email: isOwnDomain ? email : undefined }, now));
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
  if (known === undefined && answer.subject !== undefined) {
    await insertIdentity(queries, { issuer, subject: answer.subject, user: user.id }, now);
  }
  return user.id;
}

interface Vouched {
  readonly organization: string;
  readonly email: string | undefined;
  readonly isOwnDomain: boolean;
  readonly signedIn: string | undefined;
}

async function findVouched(
  queries: Queries,
  { organization, email, isOwnDomain, signedIn }: Vouched,
): Promise<Row<"user"> | undefined> {
  const user = email === undefined ? undefined : await findUserByEmail(queries, email);
  if (user === undefined) return undefined;
  if (user.id === signedIn) return user;
  const member = await findMember(queries, organization, user.id);
  const isElsewhere = (await organizationsOf(queries, user.id)).some((id) => id !== organization);
  if (!isElsewhere && (isOwnDomain || member?.sso === 1)) return user;
  throw new Problem(
    "forbidden",
    "This account cannot be opened by this provider yet. Sign in another way first, then through the provider in the same browser; or ask an administrator to mark your membership for single sign-on.",
  );
}

async function create(
  queries: Queries,
  { subject, email, displayName }: ProviderAnswer,
  now: string,
): Promise<Row<"user">> {
  if (subject !== undefined || email !== undefined) {
    return createUser(queries, { email: email ?? null, displayName }, now);
  }
  throw new Problem(
    "forbidden",
    "The provider names you anew each time, and gives no e-mail address in a domain of the organization. Its administrator can send a lasting name.",
  );
}

/**
 * The user whom the operator's OpenID provider means: one it knows, one with the address it has verified, or a new one
 * in a domain of the organization. Throws `forbidden` for everybody else.
 */
export async function recognizeByOpenId(
  queries: Queries,
  { issuer, organization }: { readonly issuer: string; readonly organization: string },
  answer: ProviderAnswer & { readonly subject: string },
  now: string,
): Promise<string> {
  const known = await findIdentity(queries, issuer, answer.subject);
  if (known !== undefined && (await findUser(queries, known.user)) !== undefined) return known.user;
  const email = normalizeEmail(answer.email ?? "");
  if (email === undefined) {
    throw new Problem(
      "forbidden",
      "The provider gives no e-mail address that it has verified, so nobody is known by it.",
    );
  }
  const found = await findUserByEmail(queries, email);
  if (found === undefined && !(await ownDomains(queries, organization)).has(domainOf(email))) {
    throw new Problem("forbidden", "Nobody with this address was invited. Ask an administrator for an invitation.");
  }
  const user = found ?? (await createUser(queries, { email, displayName: answer.displayName }, now));
  if (found === undefined) {
    const role = (await findOrganization(queries, organization))?.default_role as Role | null;
    await addMember(queries, { organization, user: user.id, role }, now);
  }
  if (known === undefined) await insertIdentity(queries, { issuer, subject: answer.subject, user: user.id }, now);
  return user.id;
}

/** Domains whose addresses an organization says are its own, in ASCII. */
async function ownDomains(queries: Queries, organization: string): Promise<Set<string>> {
  const row = await findOrganization(queries, organization);
  const { emailDomains = [] } = row === undefined ? {} : readSettings(row);
  return new Set(emailDomains.map((domain) => domainOf(normalizeEmail(`a@${domain}`) ?? "@")));
}
