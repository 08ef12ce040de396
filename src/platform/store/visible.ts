import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Queries, Row, Tables } from "./tables.ts";

/** Whose eyes a list is made for: a member of the organization that is listed, not a disabled one. */
export type Viewer = Pick<Row<"member">, "organization" | "user" | "role">;

/** Spaces of the viewer's organization that the viewer may read, deleted ones among them. `roleInSpace` says the same of one. */
export function visibleSpaces(viewer: Viewer) {
  return (space: ExpressionBuilder<Tables, "space">): Expression<SqlBool> => {
    const inOrganization = space("space.organization", "=", viewer.organization);
    if (viewer.role === "admin") return inOrganization;
    const ofUser = space.selectFrom("user_grant").select("user_grant.space").where("user_grant.user", "=", viewer.user);
    const ofTeams = space
      .selectFrom("team_grant")
      .innerJoin("team_member", "team_member.team", "team_grant.team")
      .select("team_grant.space")
      .where("team_member.user", "=", viewer.user);
    const byLevel =
      viewer.role === null
        ? []
        : [
            space.and([
              space("space.level", "is not", null),
              space("space.id", "not in", ofTeams.where("team_grant.role", "is", null)),
            ]),
          ];
    return space.and([
      inOrganization,
      space.or([
        space("space.id", "in", ofUser.where("user_grant.role", "is not", null)),
        space.and([
          space("space.id", "not in", ofUser.where("user_grant.role", "is", null)),
          space.or([...byLevel, space("space.id", "in", ofTeams.where("team_grant.role", "is not", null))]),
        ]),
      ]),
    ]);
  };
}

/** Collections of the viewer's organization that the viewer may see. A guest sees none: they cannot be granted. */
export function visibleCollections(viewer: Viewer) {
  return (collection: ExpressionBuilder<Tables, "collection">): Expression<SqlBool> =>
    collection.and([
      collection("collection.organization", "=", viewer.organization),
      ...(viewer.role === "admin"
        ? []
        : viewer.role === null
          ? [collection.lit(false)]
          : [collection("collection.level", "is not", null)]),
    ]);
}

/** What was granted to the user and the user's teams in some spaces. */
export async function grantsOf(
  queries: Queries,
  user: string,
  spaces: readonly string[],
): Promise<{ space: string; to: "user" | "team"; role: string | null }[]> {
  if (spaces.length === 0) return [];
  return queries
    .selectFrom("user_grant")
    .select(({ val }) => ["space", "role", val<"user" | "team">("user").as("to")])
    .where("user", "=", user)
    .where("space", "in", spaces)
    .unionAll(({ selectFrom, val }) =>
      selectFrom("team_grant")
        .innerJoin("team_member", "team_member.team", "team_grant.team")
        .select(["team_grant.space", "team_grant.role", val<"user" | "team">("team").as("to")])
        .where("team_member.user", "=", user)
        .where("team_grant.space", "in", spaces),
    )
    .execute();
}
