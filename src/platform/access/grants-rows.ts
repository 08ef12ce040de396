import type { Generated } from "kysely";
import type { NewRow, Queries, Row, Timestamp } from "../kernel/database/tables.ts";

/** Roles given in spaces; one given before to the same users is replaced. */
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

/** Returns whether there was one. */
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

/** Users who were given a role in a space, by id, from after one. Who was shut out has none. */
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

/** A role given in a space that is not deleted, to a user or one of the user's teams. */
interface MemberGrant {
  readonly user: string;
  readonly space: string;
  /** The space's. */
  readonly level: string | null;
  readonly to: "user" | "team";
  readonly role: string | null;
}

/** All that some users and their teams were granted in an organization. */
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

/** How many spaces of an organization are not deleted, and how many of them have a level for members without a grant. */
export function countLevels(queries: Queries, organization: string): Promise<{ all: number; levelled: number }> {
  return queries
    .selectFrom("space")
    .select(({ fn }) => [fn.countAll<number>().as("all"), fn.count<number>("level").as("levelled")])
    .where("organization", "=", organization)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
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
  /** Null shuts the user out. */
  role: string | null;
  granted_at: Timestamp;
}

interface TeamGrantTable {
  space: string;
  team: string;
  /** Null takes from the team's members what the space's level gives them. */
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
