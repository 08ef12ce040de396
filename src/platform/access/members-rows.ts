import type { Ids, Queries, Row } from "../kernel/database/tables.ts";

/** A membership, suspended or not. */
export function findMember(queries: Queries, organization: string, user: string): Promise<Row<"member"> | undefined> {
  return queries
    .selectFrom("member")
    .selectAll()
    .where("organization", "=", organization)
    .where("user", "=", user)
    .executeTakeFirst();
}

export async function updateMember(
  queries: Queries,
  { organization, user }: Pick<Row<"member">, "organization" | "user">,
  change: Partial<Omit<Row<"member">, "organization" | "user">>,
): Promise<void> {
  await queries
    .updateTable("member")
    .set(change)
    .where("organization", "=", organization)
    .where("user", "=", user)
    .execute();
}

/** Whether anybody is left who administers the organization and may sign in. */
export async function hasAdministrator(queries: Queries, organization: string): Promise<boolean> {
  const row = await queries
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.user")
    .select("member.user")
    .where("member.organization", "=", organization)
    .where("member.role", "=", "admin")
    .where("member.disabled", "=", 0)
    .where("user.disabled", "=", 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Organizations that a user is a member of, suspended or not. */
export async function organizationsOf(queries: Queries, user: string): Promise<string[]> {
  const rows = await queries.selectFrom("member").select("organization").where("user", "=", user).execute();
  return rows.map(({ organization }) => organization);
}

/** Removes a membership with the teams, roles in spaces and awaited reviews that it came with. */
export async function deleteMember(queries: Queries, organization: string, user: string): Promise<void> {
  await queries
    .deleteFrom("team_member")
    .where("user", "=", user)
    .where("team", "in", ({ selectFrom }) => selectFrom("team").select("id").where("organization", "=", organization))
    .execute();
  await queries
    .deleteFrom("user_grant")
    .where("user", "=", user)
    .where("space", "in", spacesOf(queries, organization))
    .execute();
  await queries
    .deleteFrom("requested_reviewer")
    .where("user", "=", user)
    .where("change_request", "in", ({ selectFrom }) =>
      selectFrom("change_request").select("id").where("space", "in", spacesOf(queries, organization)),
    )
    .execute();
  await queries.deleteFrom("member").where("organization", "=", organization).where("user", "=", user).execute();
}

const spacesOf = (queries: Queries, organization: string): Ids =>
  queries.selectFrom("space").select("id").where("organization", "=", organization);
