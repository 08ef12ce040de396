import { type Expression, sql } from "kysely";
import type { Role } from "../../contract/models/role.ts";
import { ladder, rankOf } from "../access/roles.ts";
import { pageOf } from "./keyset.ts";
import type { Queries, Row } from "./tables.ts";

export interface RoleFilter {
  readonly space: Row<"space">;
  /** Only those with this role. */
  readonly role?: Role | undefined;
}

export interface MemberInSpace {
  readonly user: string;
  readonly joined_at: string;
  /** As `rankOf` counts. */
  readonly rank: number;
}

/** Members who can open a space, the oldest first, from after `(joinedAt, user)`. `roleInSpace` says the same of one. */
export function listRoles(
  queries: Queries,
  filter: RoleFilter,
  after: readonly [joinedAt: string, user: string] | undefined,
  limit: number,
): Promise<MemberInSpace[]> {
  return pageOf(matching(queries, filter).select(["user", "joined_at", "rank"]), {
    by: ["joined_at", "user"],
    order: "asc",
    after,
    limit,
  }).execute();
}

export async function countRoles(queries: Queries, filter: RoleFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { space, role }: RoleFilter) {
  const byTeams = queries
    .selectFrom("team_grant")
    .innerJoin("team_member", "team_member.team", "team_grant.team")
    .select(({ fn, ref }) => [
      "team_member.user",
      fn.max<number>(rankSql(ref("team_grant.role"))).as("best"),
      fn.max<number>(sql<number>`case when ${ref("team_grant.role")} is null then 1 else 0 end`).as("shut"),
    ])
    .where("team_grant.space", "=", space.id)
    .groupBy("team_member.user");
  const sources = queries
    .selectFrom("member")
    .leftJoin("user_grant", (join) =>
      join.onRef("user_grant.user", "=", "member.user").on("user_grant.space", "=", space.id),
    )
    .leftJoin(byTeams.as("teams"), "teams.user", "member.user")
    .where("member.organization", "=", space.organization)
    .where("member.disabled", "=", 0)
    .select(({ ref }) => {
      const role = ref("member.role");
      const level =
        space.level === "inherit" ? rankSql(role) : sql<number>`${sql.lit(rankOf(space.level as Role | null))}`;
      const teams = sql<number>`coalesce(${ref("teams.best")}, 0)`;
      return [
        "member.user",
        "member.joined_at",
        sql<number>`case
          when ${role} = 'admin' then ${sql.lit(rankOf("admin"))}
          when ${ref("user_grant.user")} is not null and ${ref("user_grant.role")} is null then 0
          else ${rankSql(ref("user_grant.role"))} end`.as("own"),
        sql<number>`case
          when ${ref("user_grant.user")} is not null and ${ref("user_grant.role")} is null then 0
          else ${teams} end`.as("team"),
        sql<number>`case
          when ${role} is null or coalesce(${ref("teams.shut")}, 0) = 1
            or (${ref("user_grant.user")} is not null and ${ref("user_grant.role")} is null) then 0
          else ${level} end`.as("level"),
      ];
    });
  const ranked = queries.selectFrom(sources.as("sources")).select(({ ref }) => {
    const [own, team, level] = [ref("own"), ref("team"), ref("level")];
    return [
      "user",
      "joined_at",
      sql<number>`case
        when ${own} >= ${team} and ${own} >= ${level} then ${own}
        when ${team} >= ${level} then ${team} else ${level} end`.as("rank"),
    ];
  });
  return queries
    .selectFrom(ranked.as("ranked"))
    .where("rank", ">", 0)
    .$if(role !== undefined, (query) => query.where("rank", "=", rankOf(role ?? null)));
}

const rankSql = (role: Expression<unknown>) =>
  sql<number>`case ${role} ${sql.join(
    ladder.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(rankOf(name))}`),
    sql` `,
  )} else 0 end`;
