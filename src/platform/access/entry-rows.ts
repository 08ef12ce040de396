import { type Expression, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Role } from "../../contract/models/role.ts";
import { hashOf } from "../kernel/bytes.ts";
import { keptRow } from "../kernel/database/kept-row.ts";
import type { Queries, Row, Tables } from "../kernel/database/tables.ts";
import { rankSql } from "./levels-rows.ts";
import { type RoleSources, roleAt, roleInSpace } from "./roles.ts";

/** A user's access to a space, read in one query because it can change between two. */
export interface SpaceEntry {
  readonly user: Row<"user">;
  /** Undefined if there is no such space. */
  readonly space: Row<"space"> | undefined;
  /** The user's role in the space; null if there is none. */
  readonly role: Role | null;
}

export interface TokenEntry extends SpaceEntry {
  readonly token: { readonly id: string; readonly scope: string; readonly lastUsedAt: string | null };
}

type Caller = SelectQueryBuilder<Tables, "user", object>;

/** Adds the space, and everything that determines the caller's role in it. */
const withSpace = <Query extends Caller>(query: Query, space: string) =>
  (query as Caller)
    .leftJoin("space", (join) => join.on("space.id", "=", space))
    .leftJoin("member", (join) =>
      join
        .onRef("member.organization", "=", "space.organization")
        .onRef("member.user", "=", "user.id")
        .on("member.disabled", "=", 0),
    )
    .leftJoin("user_grant", (join) =>
      join.onRef("user_grant.space", "=", "space.id").onRef("user_grant.user", "=", "user.id"),
    )
    .selectAll("space")
    .select([
      "user.id as caller_id",
      "user.display_name as caller_name",
      "user.email as caller_email",
      "user.created_at as caller_since",
      "user.disabled as caller_disabled",
      "member.user as member",
      "member.role as member_role",
      "user_grant.user as granted",
      "user_grant.role as granted_role",
    ])
    .select((select) => [
      ofTeams(select, (role) => sql<number>`max(${rankSql(role)})`).as("team_rank"),
      ofTeams(select, (role) => sql<number>`max(case when ${role} is null then 1 else 0 end)`).as("team_shut"),
    ]);

type Joined = ExpressionBuilder<Tables, "user" | "space">;

const ofTeams = (select: unknown, summary: (role: Expression<unknown>) => RawBuilder<number>) =>
  (select as Joined)
    .selectFrom("team_grant")
    .innerJoin("team_member", "team_member.team", "team_grant.team")
    .whereRef("team_grant.space", "=", "space.id")
    .whereRef("team_member.user", "=", "user.id")
    .select(({ ref }) => summary(ref("team_grant.role")).as("summary"));

const tokenRow = keptRow((queries, hash: string, now: string, space: string) =>
  withSpace(
    queries
      .selectFrom("token")
      .innerJoin("user", "user.id", "token.user")
      .where("token.hash", "=", hash)
      .where("user.disabled", "=", 0)
      .where("token.revoked_at", "is", null)
      .where(({ eb, or }) => or([eb("token.expires_at", "is", null), eb("token.expires_at", ">", now)]))
      .select([
        "token.id as token",
        "token.scope as token_scope",
        "token.last_used_at as token_used",
      ]) as unknown as Caller,
    space,
  ).$castTo<EntryRow & { token: string; token_scope: string; token_used: string | null }>(),
);

const userRow = keptRow((queries, user: string, space: string) =>
  withSpace(queries.selectFrom("user").where("user.id", "=", user) as unknown as Caller, space).$castTo<EntryRow>(),
);

/** Only for a token that is neither revoked nor expired. */
export async function findTokenEntry(
  queries: Queries,
  token: string,
  now: string,
  space: string,
): Promise<TokenEntry | undefined> {
  const row = await tokenRow(queries, hashOf(token), now, space);
  if (row === undefined) return undefined;
  return { ...entryOf(row), token: { id: row.token, scope: row.token_scope, lastUsedAt: row.token_used } };
}

export async function findUserEntry(queries: Queries, user: string, space: string): Promise<SpaceEntry | undefined> {
  const row = await userRow(queries, user, space);
  return row && entryOf(row);
}

type SpaceRow = Row<"space">;

interface EntryRow extends Omit<SpaceRow, "id"> {
  readonly id: string | null;
  readonly caller_id: string;
  readonly caller_name: string;
  readonly caller_email: string | null;
  readonly caller_since: string;
  readonly caller_disabled: number;
  readonly member: string | null;
  readonly member_role: string | null;
  readonly granted: string | null;
  readonly granted_role: string | null;
  readonly team_rank: number | null;
  readonly team_shut: number | null;
}

function entryOf(row: EntryRow): SpaceEntry {
  const { caller_id, caller_name, caller_email, caller_since, caller_disabled, ...rest } = row;
  const { member, member_role, granted, granted_role, team_rank, team_shut, ...spaceRow } = rest;
  const user: Row<"user"> = {
    id: caller_id,
    display_name: caller_name,
    email: caller_email,
    created_at: caller_since,
    disabled: caller_disabled,
  };
  if (spaceRow.id === null) return { user, space: undefined, role: null };
  const space = { ...spaceRow, id: spaceRow.id };
  if (member === null) return { user, space, role: null };
  const sources: RoleSources = {
    member: member_role as Role | null,
    level: space.level as RoleSources["level"],
    ...(granted === null ? {} : { user: granted_role as Role | null }),
    teams: [...(team_rank === null ? [] : [roleAt(team_rank) ?? null]), ...(team_shut === 1 ? [null] : [])],
  };
  return { user, space, role: roleInSpace(sources) };
}
