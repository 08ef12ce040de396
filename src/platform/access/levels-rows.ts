import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Role } from "../../contract/models/role.ts";
import { isOneOf } from "../kernel/database/engine/engine.ts";
import { selectPage } from "../kernel/database/row-order.ts";
import type { Queries, Row, Tables } from "../kernel/database/tables.ts";
import { getRoleRank, rolesByRank } from "./roles.ts";

type Levelled = Pick<Row<"collection">, "id" | "parent" | "default_level" | "level">;

/** The effective default level in a collection, or at the top of the organization. */
export async function levelWithin(
  queries: Queries,
  parent: string | null,
  defaultLevel: string | null,
): Promise<string | null> {
  if (defaultLevel !== "inherit" || parent === null) return defaultLevel;
  const { level } = await queries
    .selectFrom("collection")
    .select("level")
    .where("id", "=", parent)
    .executeTakeFirstOrThrow();
  return level;
}

/** Updates the levels of an organization's collections and spaces after a default level or parent changed. */
export async function settleLevels(queries: Queries, organization: string): Promise<void> {
  const collections = await queries
    .selectFrom("collection")
    .select(["id", "parent", "default_level", "level"])
    .where("organization", "=", organization)
    .execute();
  const levels = computeLevels(collections);
  for (const { id, level } of collections) {
    const due = levels.get(id) ?? null;
    if (due !== level) await queries.updateTable("collection").set({ level: due }).where("id", "=", id).execute();
  }
  const due = sql<string | null>`case
    when space.default_level = 'inherit' and space.parent is not null
    then (select collection.level from collection where collection.id = space.parent)
    else space.default_level end`;
  await queries
    .updateTable("space")
    .set({ level: due })
    .where("space.organization", "=", organization)
    .where(sql<boolean>`space.level is distinct from ${due}`)
    .execute();
}

function computeLevels(collections: readonly Levelled[]): Map<string, string | null> {
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  const levels = new Map<string, string | null>();
  for (const collection of collections) {
    const inheriting: string[] = [];
    let at: Levelled | undefined = collection;
    while (at?.default_level === "inherit" && at.parent !== null && !levels.has(at.id)) {
      inheriting.push(at.id);
      at = byId.get(at.parent);
    }
    const level = (at && levels.get(at.id)) ?? (at === undefined || levels.has(at.id) ? null : at.default_level);
    for (const id of [...inheriting, ...(at === undefined ? [] : [at.id])]) levels.set(id, level);
  }
  return levels;
}

/** The viewer of a list: an active member of the organization that is listed. */
export type Viewer = Pick<Row<"member">, "organization" | "user" | "role">;

/** Spaces of the viewer's organization that the viewer may read, including deleted ones. Matches `roleInSpace`. */
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

/** Collections of the viewer's organization that the viewer may see. Guests see none: collections cannot be granted. */
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

/** Grants to the user and the user's teams in some spaces. */
export async function listGrants(
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

interface RoleFilter {
  readonly space: Row<"space">;
  /** Only those with this role. */
  readonly role?: Role | undefined;
}

interface MemberInSpace {
  readonly user: string;
  readonly joined_at: string;
  /** As in `getRoleRank`. */
  readonly rank: number;
}

/** Members who can open a space, oldest first, after `(joinedAt, user)`. Matches `roleInSpace`. */
export function listRoles(
  queries: Queries,
  filter: RoleFilter,
  after: readonly [joinedAt: string, user: string] | undefined,
  limit: number,
): Promise<MemberInSpace[]> {
  return selectPage(matching(queries, filter).select(["user", "joined_at", "rank"]), {
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
        space.level === "inherit" ? rankSql(role) : sql<number>`${sql.lit(getRoleRank(space.level as Role | null))}`;
      const teams = sql<number>`coalesce(${ref("teams.best")}, 0)`;
      return [
        "member.user",
        "member.joined_at",
        sql<number>`case
          when ${role} = 'admin' then ${sql.lit(getRoleRank("admin"))}
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
    .$if(role !== undefined, (query) => query.where("rank", "=", getRoleRank(role ?? null)));
}

/**
 * Members with at least this role in a space who may sign in, minus exceptions, oldest first; `count` is the total.
 */
export async function membersWithRole(
  queries: Queries,
  {
    space,
    minRole,
    except,
  }: { readonly space: Row<"space">; readonly minRole: Role; readonly except: readonly string[] },
  limit: number,
): Promise<{ users: string[]; count: number }> {
  const found = matching(queries, { space })
    .where("rank", ">=", getRoleRank(minRole))
    .where("user", "not in", ({ selectFrom }) => selectFrom("user").select("id").where("disabled", "=", 1))
    .where(sql<boolean>`not ${isOneOf(queries, "user", except)}`);
  const rows = await found.select("user").orderBy("joined_at").orderBy("user").limit(limit).execute();
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return { users: rows.map(({ user }) => user), count };
}

export const rankSql = (role: Expression<unknown>) =>
  sql<number>`case ${role} ${sql.join(
    rolesByRank.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(getRoleRank(name))}`),
    sql` `,
  )} else 0 end`;
