import type { Generated } from "kysely";
import type { Role, RoleSource } from "../../contract/models/role.ts";
import type { NewRow, Queries, Row, Timestamp } from "../kernel/database/tables.ts";
import { sourceOfRole } from "./roles.ts";

/** Adds roles in spaces, replacing earlier ones of the same users. */
export async function putUserGrants(queries: Queries, grants: readonly NewRow<"user_grant">[]): Promise<void> {
  if (grants.length === 0) return;
  await queries
    .insertInto("user_grant")
    .values(grants)
    .onConflict((conflict) =>
      conflict.columns(["space", "user"]).doUpdateSet(({ ref }) => ({
        role: ref("excluded.role"),
        granted_at: ref("excluded.granted_at"),
      })),
    )
    .execute();
}

export async function putTeamGrants(queries: Queries, grants: readonly NewRow<"team_grant">[]): Promise<void> {
  if (grants.length === 0) return;
  await queries
    .insertInto("team_grant")
    .values(grants)
    .onConflict((conflict) =>
      conflict.columns(["space", "team"]).doUpdateSet(({ ref }) => ({
        role: ref("excluded.role"),
        granted_at: ref("excluded.granted_at"),
      })),
    )
    .execute();
}

export async function copyGrants(queries: Queries, from: string, to: string): Promise<void> {
  await queries
    .insertInto("user_grant")
    .columns(["space", "user", "role", "granted_at"])
    .expression(({ selectFrom, val }) =>
      selectFrom("user_grant")
        .select([val(to).as("space"), "user", "role", "granted_at"])
        .where("space", "=", from),
    )
    .execute();
  await queries
    .insertInto("team_grant")
    .columns(["space", "team", "role", "granted_at"])
    .expression(({ selectFrom, val }) =>
      selectFrom("team_grant")
        .select([val(to).as("space"), "team", "role", "granted_at"])
        .where("space", "=", from),
    )
    .execute();
}

/** Returns whether one existed. */
export async function removeUserGrant(queries: Queries, space: string, user: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom("user_grant")
    .where("space", "=", space)
    .where("user", "=", user)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function findUserGrant(queries: Queries, space: string, user: string): Promise<Row<"user_grant"> | undefined> {
  return queries
    .selectFrom("user_grant")
    .selectAll()
    .where("space", "=", space)
    .where("user", "=", user)
    .executeTakeFirst();
}

/** Users with a granted role in a space, by id, after the given one. Denied users have none. */
export function listUserGrants(
  queries: Queries,
  space: string,
  after: string | undefined,
  limit: number,
): Promise<Row<"user_grant">[]> {
  return queries
    .selectFrom("user_grant")
    .selectAll()
    .where("space", "=", space)
    .where("role", "is not", null)
    .where("user", ">", after ?? "")
    .orderBy("user")
    .limit(limit)
    .execute();
}

export function listTeamGrants(
  queries: Queries,
  space: string,
  after: string | undefined,
  limit: number,
): Promise<Row<"team_grant">[]> {
  return queries
    .selectFrom("team_grant")
    .selectAll()
    .where("space", "=", space)
    .where("role", "is not", null)
    .where("team", ">", after ?? "")
    .orderBy("team")
    .limit(limit)
    .execute();
}

export async function countGrants(
  queries: Queries,
  table: "user_grant" | "team_grant",
  space: string,
): Promise<number> {
  const { count } = await queries
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("space", "=", space)
    .where("role", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** A role in a space that is not deleted, granted to a user or one of the user's teams. */
interface MemberGrant {
  readonly user: string;
  readonly space: string;
  /** The space's. */
  readonly level: string | null;
  readonly to: "user" | "team";
  readonly role: string | null;
}

/** Everything granted to some users and their teams in an organization. */
export async function grantsOfMembers(
  queries: Queries,
  organization: string,
  users: readonly string[],
): Promise<MemberGrant[]> {
  if (users.length === 0) return [];
  return queries
    .selectFrom("user_grant")
    .innerJoin("space", "space.id", "user_grant.space")
    .select(({ val }) => [
      "user_grant.user",
      "user_grant.space",
      "space.level",
      "user_grant.role",
      val<"user" | "team">("user").as("to"),
    ])
    .where("user_grant.user", "in", users)
    .where("space.organization", "=", organization)
    .where("space.deleted_at", "is", null)
    .unionAll(({ selectFrom, val }) =>
      selectFrom("team_grant")
        .innerJoin("team_member", "team_member.team", "team_grant.team")
        .innerJoin("space", "space.id", "team_grant.space")
        .select([
          "team_member.user",
          "team_grant.space",
          "space.level",
          "team_grant.role",
          val<"user" | "team">("team").as("to"),
        ])
        .where("team_member.user", "in", users)
        .where("space.organization", "=", organization)
        .where("space.deleted_at", "is", null),
    )
    .execute();
}

/** Number of spaces of an organization that are not deleted, and of those with a level for members without a grant. */
export function countLevels(queries: Queries, organization: string): Promise<{ all: number; levelled: number }> {
  return queries
    .selectFrom("space")
    .select(({ fn }) => [fn.countAll<number>().as("all"), fn.count<number>("level").as("levelled")])
    .where("organization", "=", organization)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
}

interface NamedGrant {
  readonly user: string;
  readonly space: string;
  readonly role: string | null;
  /** Null for a grant to the user. */
  readonly team: string | null;
  readonly title: string | null;
}

/** Grants to some users and their teams in some spaces, oldest team first. */
async function namedGrants(
  queries: Queries,
  users: readonly string[],
  spaces: readonly string[],
): Promise<NamedGrant[]> {
  if (users.length === 0 || spaces.length === 0) return [];
  const ofUsers = await queries
    .selectFrom("user_grant")
    .select(["user", "space", "role"])
    .where("user", "in", users)
    .where("space", "in", spaces)
    .execute();
  const ofTeams = await queries
    .selectFrom("team_grant")
    .innerJoin("team_member", "team_member.team", "team_grant.team")
    .innerJoin("team", "team.id", "team_grant.team")
    .select(["team_member.user", "team_grant.space", "team_grant.role", "team_grant.team", "team.title"])
    .where("team_member.user", "in", users)
    .where("team_grant.space", "in", spaces)
    .orderBy("team.created_at")
    .orderBy("team.id")
    .execute();
  return [...ofUsers.map((grant) => ({ ...grant, team: null, title: null })), ...ofTeams];
}

/** What determines members' roles in spaces of their organization, by user and space. */
export async function roleSources(
  queries: Queries,
  members: readonly Pick<Row<"member">, "user" | "role">[],
  spaces: readonly Pick<Row<"space">, "id" | "level">[],
): Promise<(user: string, space: string) => RoleSource | undefined> {
  const grants = await namedGrants(
    queries,
    members.map(({ user }) => user),
    spaces.map(({ id }) => id),
  );
  const toKey = (user: string, space: string) => `${user} ${space}`;
  const grantsByKey = new Map<string, NamedGrant[]>();
  for (const grant of grants) {
    const key = toKey(grant.user, grant.space);
    grantsByKey.set(key, [...(grantsByKey.get(key) ?? []), grant]);
  }
  const levels = new Map(spaces.map(({ id, level }) => [id, level]));
  const roles = new Map(members.map(({ user, role }) => [user, role]));
  return (user, space) => {
    const memberGrants = grantsByKey.get(toKey(user, space)) ?? [];
    const own = memberGrants.find(({ team }) => team === null);
    return sourceOfRole({
      member: (roles.get(user) ?? null) as Role | null,
      level: (levels.get(space) ?? null) as Role | "inherit" | null,
      ...(own === undefined ? {} : { user: own.role as Role | null }),
      teams: memberGrants.flatMap(({ team, title, role }) =>
        team === null ? [] : [{ id: team, title: title ?? "", role: role as Role | null }],
      ),
    });
  };
}

interface TeamTable {
  id: string;
  organization: string;
  title: string;
  created_at: Timestamp;
}

interface TeamMemberTable {
  team: string;
  user: string;
  /** `owner` or `member`. */
  role: Generated<string>;
  joined_at: Timestamp;
}

interface UserGrantTable {
  space: string;
  user: string;
  /** Null denies the user access. */
  role: string | null;
  granted_at: Timestamp;
}

interface TeamGrantTable {
  space: string;
  team: string;
  /** Null removes the space's default level for the team's members. */
  role: string | null;
  granted_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    team: TeamTable;
    team_member: TeamMemberTable;
    user_grant: UserGrantTable;
    team_grant: TeamGrantTable;
  }
}
