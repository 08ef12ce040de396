import type { Queries } from "./tables.ts";

/** A role given in a space that is not deleted, to a user or one of the user's teams. */
export interface MemberGrant {
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
