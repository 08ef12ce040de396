import type { NewRow, Queries, Row } from "./tables.ts";

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

/** Answers whether there was one. */
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
