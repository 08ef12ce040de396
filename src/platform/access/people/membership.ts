import type { Role } from "../../../contract/models/role.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { endUserAgents } from "../agents-rows.ts";
import {
  cancelMemberJobs,
  deleteMember,
  findMember,
  hasAdministrator,
  listMemberOrganizations,
  organizationsAdministered,
  updateMember,
} from "../members-rows.ts";
import {
  findMemberships,
  findUser,
  findUserByEmail,
  insertMember,
  insertUser,
  normalizeEmail,
  updateUser,
} from "../people-rows.ts";
import { endSessions } from "../sessions-rows.ts";
import { endLinks } from "../sign-in-links-rows.ts";
import { findTeams, putTeamMember } from "../teams-rows.ts";
import { revokeTokens } from "../tokens-rows.ts";

interface NewUser {
  /** In any spelling; null for a user without one. */
  readonly email: string | null;
  readonly displayName: string;
}

/** Maximum length of a display name, in characters. */
const maxNameLength = 100;

/**
 * Creates a user. Throws `bad_request` for an invalid e-mail address, and `conflict` if it is taken: callers acting for
 * other people must look with `findUserByEmail` first, and must not reveal either outcome.
 */
export async function createUser(queries: Queries, { email, displayName }: NewUser, now: string): Promise<Row<"user">> {
  const address = email === null ? null : normalizeEmail(email);
  if (address === undefined) {
    throw new Problem("bad_request", "email: this is not an e-mail address. Give one like name@example.com.");
  }
  if (address !== null && (await findUserByEmail(queries, address)) !== undefined) {
    throw new Problem("conflict", "email: a user with this e-mail address exists. Use that user, or another address.");
  }
  const id = createId();
  const name = displayName.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const user = {
    id,
    display_name: [...(name || (address ?? id))].slice(0, maxNameLength).join(""),
    email: address,
    created_at: now,
    disabled: 0,
  };
  await insertUser(queries, user);
  return user;
}

interface NewMembership {
  readonly organization: string;
  readonly user: string;
  /** Null for a guest. */
  readonly role: Role | null;
  /** Whether they may sign in through the organization's provider. */
  readonly sso?: boolean;
  /** Teams to join, by id. Teams of other organizations are skipped. */
  readonly teams?: readonly string[];
}

/** `kept`: the user was already a member and keeps the role. */
type Joined = { readonly member: Row<"member">; readonly outcome: "added" | "kept" };

/**
 * Makes a user a member of an existing organization. An existing member keeps the role, and also gets `sso` and the
 * teams. Throws `forbidden` for a suspended member, and `not_found` if the user does not exist.
 */
export async function addMember(
  queries: Queries,
  { organization, user, role, sso = false, teams = [] }: NewMembership,
  now: string,
): Promise<Joined> {
  const person = await findUser(queries, user);
  if (person === undefined) throw new Problem("not_found", `There is no user ${user}.`);
  const known = await findMember(queries, organization, user);
  if (person.disabled === 1 || known?.disabled === 1) {
    throw new Problem(
      "forbidden",
      "This account is suspended. An administrator of the organization can reactivate it.",
    );
  }
  const member = known ?? { organization, user, role, joined_at: now, last_seen_at: null, disabled: 0, sso: 0 };
  if (known === undefined) await insertMember(queries, { ...member, sso: sso ? 1 : 0 });
  else if (sso && known.sso === 0) await updateMember(queries, known, { sso: 1 });
  for (const { id } of await findTeams(queries, organization, teams)) {
    await putTeamMember(queries, { team: id, user, joined_at: now }, { keepsRole: true });
  }
  return { member: sso ? { ...member, sso: 1 } : member, outcome: known === undefined ? "added" : "kept" };
}

/**
 * Ends a membership and removes its teams, roles in spaces, requested reviews and jobs; what the user wrote stays.
 * A user left without any organization is signed out everywhere. Returns whether there was a membership. Throws
 * `conflict` for the last administrator.
 */
export async function removeMember(
  queries: Queries,
  { organization, user }: Pick<NewMembership, "organization" | "user">,
  now: string,
): Promise<boolean> {
  const member = await findMember(queries, organization, user);
  if (member === undefined) return false;
  await deleteMember(queries, organization, user);
  await requireAdministrator(queries, member);
  await cancelMemberJobs(queries, user, organization, now);
  if ((await listMemberOrganizations(queries, user)).length === 0) await endAccess(queries, user, now);
  return true;
}

/**
 * Suspends a membership: its access and jobs end, while its role and grants are kept. A user without another active
 * membership is signed out everywhere. Returns whether the member exists. Throws `conflict` for the last
 * administrator.
 */
export async function suspendMember(
  queries: Queries,
  { organization, user }: Pick<NewMembership, "organization" | "user">,
  now: string,
): Promise<boolean> {
  const member = await findMember(queries, organization, user);
  if (member === undefined) return false;
  await updateMember(queries, member, { disabled: 1 });
  await requireAdministrator(queries, member);
  await cancelMemberJobs(queries, user, organization, now);
  const active = await findMemberships(queries, user, await listMemberOrganizations(queries, user));
  if (active.length === 0) await endAccess(queries, user, now);
  return true;
}

/** Ends a suspension. Tokens and sessions that ended stay ended. Returns whether the member exists. */
export async function resumeMember(
  queries: Queries,
  { organization, user }: Pick<NewMembership, "organization" | "user">,
): Promise<boolean> {
  const member = await findMember(queries, organization, user);
  if (member !== undefined) await updateMember(queries, member, { disabled: 0 });
  return member !== undefined;
}

/** Changes a member's role; null makes a guest. Throws `conflict` for the last administrator. */
export async function changeRole(queries: Queries, member: Row<"member">, role: Role | null): Promise<Row<"member">> {
  await updateMember(queries, member, { role });
  await requireAdministrator(queries, member);
  return { ...member, role };
}

/**
 * Disables sign-in for a user everywhere and ends their sessions, tokens and jobs; memberships stay. Throws `conflict`
 * for the last administrator of an organization.
 */
export async function disableUser(queries: Queries, user: string, now: string): Promise<void> {
  const administered = await organizationsAdministered(queries, user);
  await updateUser(queries, user, { disabled: 1 });
  for (const organization of administered) {
    if (!(await hasAdministrator(queries, organization))) throw lastAdministrator(organization);
  }
  await cancelMemberJobs(queries, user, undefined, now);
  await endAccess(queries, user, now);
}

/** Lets a disabled user sign in again. Tokens and sessions that ended stay ended. */
export async function enableUser(queries: Queries, user: string): Promise<void> {
  await updateUser(queries, user, { disabled: 0 });
}

/** Undoes a change that removed the last administrator, by throwing. `before` is the changed member as it was. */
async function requireAdministrator(queries: Queries, before: Row<"member">): Promise<void> {
  if (before.role !== "admin" || before.disabled === 1) return;
  if (!(await hasAdministrator(queries, before.organization))) throw lastAdministrator(before.organization);
}

const lastAdministrator = (organization: string) =>
  new Problem(
    "conflict",
    `userId: this is the last administrator of organization ${organization}. Give another member the role "admin" first.`,
  );

/** Ends all of a user's sessions and tokens. */
export async function endAccess(queries: Queries, user: string, now: string): Promise<void> {
  await endSessions(queries, user);
  await endLinks(queries, user);
  await endUserAgents(queries, user);
  await revokeTokens(queries, user, now);
}
