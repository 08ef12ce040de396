import type { NewRow, Queries } from "./tables.ts";

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
