import { isOneOf } from "../kernel/database/engine/engine.ts";
import { selectPage } from "../kernel/database/row-order.ts";
import type { NewRow, Queries, Row } from "../kernel/database/tables.ts";

export async function insertTeam(queries: Queries, team: NewRow<"team">): Promise<void> {
  await queries.insertInto("team").values(team).execute();
}

/** The given teams that belong to an organization. */
export function findTeams(queries: Queries, organization: string, ids: readonly string[]): Promise<Row<"team">[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries
    .selectFrom("team")
    .selectAll()
    .where("organization", "=", organization)
    .where("id", "in", ids)
    .execute();
}

/** Adds a user to a team. An existing member gets the given role, unless `keepsRole`. */
export async function putTeamMember(
  queries: Queries,
  member: NewRow<"team_member">,
  { keepsRole = false }: { readonly keepsRole?: boolean } = {},
): Promise<void> {
  const { role = "member" } = member;
  await queries
    .insertInto("team_member")
    .values({ ...member, role })
    .onConflict((conflict) => {
      const known = conflict.columns(["team", "user"]);
      return keepsRole ? known.doNothing() : known.doUpdateSet({ role });
    })
    .execute();
}

/** Number of members of each team, and of spaces in which it has a role. */
export async function countTeams(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, { members: number; spaces: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom("team")
    .select(({ selectFrom, fn }) => [
      "team.id",
      selectFrom("team_member")
        .select(fn.countAll<number>().as("count"))
        .whereRef("team_member.team", "=", "team.id")
        .as("members"),
      selectFrom("team_grant")
        .innerJoin("space", "space.id", "team_grant.space")
        .select(fn.countAll<number>().as("count"))
        .whereRef("team_grant.team", "=", "team.id")
        .where("team_grant.role", "is not", null)
        .where("space.deleted_at", "is", null)
        .as("spaces"),
    ])
    .where("team.id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, members, spaces }) => [id, { members: members ?? 0, spaces: spaces ?? 0 }]));
}

/** The given organizations in which the user owns a team. */
export async function organizationsOfOwnTeams(
  queries: Queries,
  user: string,
  organizations: readonly string[],
): Promise<Set<string>> {
  if (organizations.length === 0) return new Set();
  const rows = await queries
    .selectFrom("team_member")
    .innerJoin("team", "team.id", "team_member.team")
    .select("team.organization")
    .distinct()
    .where("team_member.user", "=", user)
    .where("team_member.role", "=", "owner")
    .where("team.organization", "in", organizations)
    .execute();
  return new Set(rows.map(({ organization }) => organization));
}

/** Number of an organization's teams that each user is in. */
export async function countUserTeams(
  queries: Queries,
  organization: string,
  users: readonly string[],
): Promise<Map<string, number>> {
  if (users.length === 0) return new Map();
  const rows = await queries
    .selectFrom("team_member")
    .innerJoin("team", "team.id", "team_member.team")
    .select(({ fn }) => ["team_member.user", fn.countAll<number>().as("count")])
    .where("team.organization", "=", organization)
    .where("team_member.user", "in", users)
    .groupBy("team_member.user")
    .execute();
  return new Map(rows.map(({ user, count }) => [user, count]));
}

/** The given teams that the user is in, with the user's role in each. */
export async function ownTeams(queries: Queries, user: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom("team_member")
    .select(["team", "role"])
    .where("user", "=", user)
    .where("team", "in", ids)
    .execute();
  return new Map(rows.map(({ team, role }) => [team, role]));
}

export function findTeam(queries: Queries, organization: string, id: string): Promise<Row<"team"> | undefined> {
  return queries
    .selectFrom("team")
    .selectAll()
    .where("organization", "=", organization)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function renameTeam(queries: Queries, id: string, title: string): Promise<void> {
  await queries.updateTable("team").set({ title }).where("id", "=", id).execute();
}

/** Removes a team with its memberships and roles in spaces. */
export async function deleteTeam(queries: Queries, id: string): Promise<void> {
  for (const table of ["team_member", "team_grant"] as const) {
    await queries.deleteFrom(table).where("team", "=", id).execute();
  }
  await queries.deleteFrom("team").where("id", "=", id).execute();
}

interface TeamFilter {
  readonly organization: string;
  /** Only teams that this user is in, with `role` if given. */
  readonly user?: string | undefined;
  readonly role?: "owner";
  /** Only these teams. */
  readonly ids?: readonly string[] | undefined;
}

/** By title then id, after `(title, id)`. */
export function listTeams(
  queries: Queries,
  filter: TeamFilter,
  after: readonly [title: string, id: string] | undefined,
  limit: number,
): Promise<Row<"team">[]> {
  return selectPage(matching(queries, filter).selectAll(), {
    by: ["team.title", "team.id"],
    order: "asc",
    after,
    limit,
  }).execute();
}

export async function countMatchingTeams(queries: Queries, filter: TeamFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { organization, user, role, ids }: TeamFilter) {
  let query = queries.selectFrom("team").where("team.organization", "=", organization);
  if (user !== undefined) {
    query = query.where("team.id", "in", (teams) =>
      teams
        .selectFrom("team_member")
        .select("team_member.team")
        .where("team_member.user", "=", user)
        .$if(role !== undefined, (own) => own.where("team_member.role", "=", role ?? "")),
    );
  }
  // One parameter, however many teams.
  if (ids !== undefined) {
    query = query.where(isOneOf(queries, "team.id", ids));
  }
  return query;
}

export function listTeamTitles(queries: Queries, organization: string): Promise<Pick<Row<"team">, "id" | "title">[]> {
  return queries.selectFrom("team").select(["id", "title"]).where("organization", "=", organization).execute();
}

/** Oldest first, after `(joinedAt, user)`. */
export function listTeamMembers(
  queries: Queries,
  team: string,
  after: readonly [joinedAt: string, user: string] | undefined,
  limit: number,
): Promise<Row<"team_member">[]> {
  return selectPage(queries.selectFrom("team_member").selectAll().where("team", "=", team), {
    by: ["joined_at", "user"],
    order: "asc",
    after,
    limit,
  }).execute();
}

export async function countTeamMembers(queries: Queries, team: string): Promise<number> {
  const { count } = await queries
    .selectFrom("team_member")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("team", "=", team)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns whether any of the users was in the team. */
export async function removeTeamMembers(queries: Queries, team: string, users: readonly string[]): Promise<boolean> {
  if (users.length === 0) return false;
  const { numDeletedRows } = await queries
    .deleteFrom("team_member")
    .where("team", "=", team)
    .where("user", "in", users)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
