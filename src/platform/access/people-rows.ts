import { domainToASCII } from "node:url";
import type { Generated } from "kysely";
import { compiledRow, compiledRows } from "../kernel/database/compiled-query.ts";
import { selectPage } from "../kernel/database/row-order.ts";
import type { Json, NewRow, Queries, Row, Timestamp } from "../kernel/database/tables.ts";
import { findSetting, settingOr } from "../kernel/settings-rows.ts";

export const findUser = compiledRow((queries, id: string) =>
  queries.selectFrom("user").selectAll().where("id", "=", id),
);

/** The user, if both are in an organization from which the viewer is not suspended. */
export function findColleague(queries: Queries, viewer: string, id: string): Promise<Row<"user"> | undefined> {
  return queries
    .selectFrom("user")
    .selectAll()
    .where("id", "=", id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("member")
          .innerJoin("member as own", "own.organization", "member.organization")
          .select("member.user")
          .whereRef("member.user", "=", "user.id")
          .where("own.user", "=", viewer)
          .where("own.disabled", "=", 0),
      ),
    )
    .executeTakeFirst();
}

/** `email` must be normalized by `normalizeEmail`. */
export const findUserByEmail = (queries: Queries, email: string) =>
  queries.selectFrom("user").selectAll().where("email", "=", email).executeTakeFirst();

export function findUsers(queries: Queries, ids: readonly string[]): Promise<Row<"user">[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries.selectFrom("user").selectAll().where("id", "in", ids).execute();
}

/**
 * Users as a viewer sees them: with e-mail addresses only if they share an organization in which the viewer is
 * a member and not a guest. `viewer` is the row as this transaction reads it.
 */
export async function findUsersSeenBy(
  queries: Queries,
  viewer: Row<"user">,
  ids: readonly string[],
): Promise<Row<"user">[]> {
  const others = ids.filter((id) => id !== viewer.id);
  const found = others.length === 0 ? [] : await findOthers(queries, viewer.id, others);
  return others.length === ids.length ? found : [viewer, ...found];
}

const findOthers = compiledRows((queries, viewer: string, ids: readonly string[]) =>
  queries
    .selectFrom("user")
    .select(["user.id", "user.display_name", "user.created_at", "user.disabled"])
    .select(({ case: when, exists, selectFrom, ref }) =>
      when()
        .when(
          exists(
            selectFrom("member")
              .innerJoin("member as own", "own.organization", "member.organization")
              .select("member.user")
              .whereRef("member.user", "=", "user.id")
              .where("own.user", "=", viewer)
              .where("own.role", "is not", null)
              .where("own.disabled", "=", 0),
          ),
        )
        .then(ref("user.email"))
        .else(null)
        .end()
        .as("email"),
    )
    .where("user.id", "in", ids),
);

export async function insertUser(queries: Queries, user: NewRow<"user">): Promise<void> {
  await queries.insertInto("user").values(user).execute();
}

export async function updateUser(
  queries: Queries,
  id: string,
  change: Partial<Omit<Row<"user">, "id" | "created_at">>,
): Promise<void> {
  await queries.updateTable("user").set(change).where("id", "=", id).execute();
}

export async function insertOrganization(queries: Queries, organization: NewRow<"organization">): Promise<void> {
  await queries.insertInto("organization").values(organization).execute();
}

export async function insertMember(queries: Queries, member: NewRow<"member">): Promise<void> {
  await queries.insertInto("member").values(member).execute();
}

export const findOrganization = compiledRow((queries, id: string) =>
  queries.selectFrom("organization").selectAll().where("id", "=", id),
);

/** Finds an organization by the host name in its settings. */
export async function findOrganizationByHostname(
  queries: Queries,
  hostname: string,
): Promise<Row<"organization"> | undefined> {
  if (!/^[a-zA-Z0-9.-]+$/.test(hostname)) return undefined;
  return queries
    .selectFrom("organization")
    .selectAll()
    .where("settings", "like", `%"hostname":${JSON.stringify(hostname)}%`)
    .orderBy("created_at")
    .executeTakeFirst();
}

export async function updateOrganization(
  queries: Queries,
  id: string,
  change: Partial<Omit<Row<"organization">, "id" | "created_at">>,
): Promise<void> {
  await queries.updateTable("organization").set(change).where("id", "=", id).execute();
}

/**
 * The setting that names the organization that an installation was made with. It is stored before another organization
 * is made: order by time is not enough, because clocks are set back.
 */
const localOrganization = "local-organization";

/** The organization that an installation was made with. Whoever administers it may make others. */
export async function findLocalOrganization(queries: Queries): Promise<Row<"organization"> | undefined> {
  const id = await findSetting(queries, localOrganization);
  return id === undefined ? firstOrganization(queries) : findOrganization(queries, id);
}

/** Every organization of the installation, oldest first. */
export function listAllOrganizations(queries: Queries): Promise<Row<"organization">[]> {
  return queries.selectFrom("organization").selectAll().orderBy("created_at").orderBy("id").execute();
}

/** Creates an organization in addition to the one that the installation was created with. */
export async function insertFurtherOrganization(queries: Queries, organization: NewRow<"organization">): Promise<void> {
  const local = await firstOrganization(queries);
  if (local !== undefined) await settingOr(queries, localOrganization, () => local.id);
  await insertOrganization(queries, organization);
}

function firstOrganization(queries: Queries): Promise<Row<"organization"> | undefined> {
  return queries.selectFrom("organization").selectAll().orderBy("created_at").orderBy("id").limit(1).executeTakeFirst();
}

export function findMembers(
  queries: Queries,
  organization: string,
  users: readonly string[],
): Promise<Row<"member">[]> {
  if (users.length === 0) return Promise.resolve([]);
  return queries
    .selectFrom("member")
    .selectAll()
    .where("organization", "=", organization)
    .where("user", "in", users)
    .execute();
}

/** A member whose membership is not suspended. */
export const findActiveMember = compiledRow((queries, organization: string, user: string) =>
  queries
    .selectFrom("member")
    .selectAll()
    .where("organization", "=", organization)
    .where("user", "=", user)
    .where("disabled", "=", 0),
);

/** The user's active memberships in some organizations. */
export function findMemberships(
  queries: Queries,
  user: string,
  organizations: readonly string[],
): Promise<Row<"member">[]> {
  if (organizations.length === 0) return Promise.resolve([]);
  return queries
    .selectFrom("member")
    .selectAll()
    .where("user", "=", user)
    .where("organization", "in", organizations)
    .where("disabled", "=", 0)
    .execute();
}

export function firstMember(queries: Queries, organization: string): Promise<Row<"member"> | undefined> {
  return queries
    .selectFrom("member")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("joined_at")
    .orderBy("user")
    .limit(1)
    .executeTakeFirst();
}

/** Organizations with an active membership of the user, with the role, by title then id, after `(title, id)`. */
export function listOrganizations(
  queries: Queries,
  user: string,
  after: readonly [title: string, id: string] | undefined,
  limit: number,
): Promise<(Row<"organization"> & { role: string | null })[]> {
  return selectPage(
    queries
      .selectFrom("organization")
      .innerJoin("member", "member.organization", "organization.id")
      .selectAll("organization")
      .select("member.role")
      .where("member.user", "=", user)
      .where("member.disabled", "=", 0),
    { by: ["organization.title", "organization.id"], order: "asc", after, limit },
  ).execute();
}

export async function countOrganizations(queries: Queries, user: string): Promise<number> {
  const { count } = await queries
    .selectFrom("member")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user", "=", user)
    .where("disabled", "=", 0)
    .executeTakeFirstOrThrow();
  return count;
}

export function findInstructions(
  queries: Queries,
  organization: string,
): Promise<Row<"agent_instructions"> | undefined> {
  return queries
    .selectFrom("agent_instructions")
    .selectAll()
    .where("organization", "=", organization)
    .executeTakeFirst();
}

export async function putInstructions(queries: Queries, row: NewRow<"agent_instructions">): Promise<void> {
  const { organization: _, ...changed } = row;
  await queries
    .insertInto("agent_instructions")
    .values(row)
    .onConflict((conflict) => conflict.column("organization").doUpdateSet(changed))
    .execute();
}

interface OrganizationTable {
  id: string;
  title: string;
  default_role: string | null;
  merge_rules: Generated<Json>;
  /** Stored for readers of the API; it has no effect here. */
  settings: Generated<Json>;
  created_at: Timestamp;
}

interface UserTable {
  id: string;
  display_name: string;
  /** Normalized by `normalizeEmail`. */
  email: string | null;
  created_at: Timestamp;
  /** 1 if the user may not sign in anywhere. */
  disabled: Generated<number>;
}

interface MemberTable {
  organization: string;
  user: string;
  /** Null for guests, who see only what they were granted. */
  role: string | null;
  joined_at: Timestamp;
  last_seen_at: Generated<Timestamp | null>;
  /** 1 while the membership is suspended. */
  disabled: Generated<number>;
  /** 1 if the member may sign in through the organization's provider. */
  sso: Generated<number>;
}

interface TokenTable {
  id: string;
  /** SHA-256 of the token, hexadecimal. The token itself is not stored. */
  hash: string;
  user: string;
  name: string;
  /** The token's scope, one of `scopes`. */
  scope: Generated<string>;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  last_used_at: Generated<Timestamp | null>;
}

interface AgentInstructionsTable {
  organization: string;
  instructions: Json;
  updated_at: Timestamp;
  updated_by: string;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    organization: OrganizationTable;
    user: UserTable;
    member: MemberTable;
    token: TokenTable;
    agent_instructions: AgentInstructionsTable;
  }
}

interface ListedUser extends Row<"user"> {
  readonly role: string | null;
  readonly last_seen_at: string | null;
  /** 0 if the user is only in other organizations. */
  readonly isMember: number;
}

/** All users with their membership in an organization, oldest first. */
export function listUsers(queries: Queries, organization: string): Promise<ListedUser[]> {
  return queries
    .selectFrom("user")
    .leftJoin("member", (join) =>
      join.onRef("member.user", "=", "user.id").on("member.organization", "=", organization),
    )
    .selectAll("user")
    .select(({ eb }) => [
      "member.role",
      "member.last_seen_at",
      eb.case().when("member.user", "is not", null).then(1).else(0).end().as("isMember"),
    ])
    .orderBy("user.created_at")
    .orderBy("user.id")
    .execute();
}

/** Maximum length in characters, from RFC 5321. */
const maxEmailLength = 254;

/**
 * Returns the canonical form of an e-mail address for lookups: lower case, the domain in ASCII. Undefined if it is not
 * an address. Addresses in other scripts are not folded into Latin letters that look the same.
 */
export function normalizeEmail(text: string): string | undefined {
  const trimmed = text.trim().normalize("NFC").toLowerCase();
  const [, local, domain] = /^([^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+)@([^\s@/?#:]+)$/u.exec(trimmed) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  const ascii = domainToASCII(domain);
  if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(ascii)) return undefined;
  const address = `${local}@${ascii}`;
  return address.length > maxEmailLength ? undefined : address;
}

/** The domain of a normalized address. */
export const getEmailDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1);
