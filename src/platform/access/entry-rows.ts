import { type Expression, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Role } from "../../contract/models/role.ts";
import { hashSecret } from "../kernel/bytes.ts";
import { compiledRow } from "../kernel/database/compiled-query.ts";
import type { Queries, Row, Tables } from "../kernel/database/tables.ts";
import { rankSql } from "./levels-rows.ts";
import { type RoleSources, roleAt, roleInSpace } from "./roles.ts";

/** A user's access to a space, read in one query because it can change between two. */
export interface SpaceEntry {
  /** The id that was asked for. */
  readonly spaceId: string;
  readonly user: Row<"user">;
  /** Undefined if there is no such space. */
  readonly space: Row<"space"> | undefined;
  /** The user's role in the space; null if there is none. */
  readonly role: Role | null;
  /** The change request of the space with the requested id. */
  readonly changeRequest: Row<"change_request"> | undefined;
}

/** What a call names by its path. */
export interface NamedObjects {
  readonly space: string;
  /** An id; null if the path names no change request, or one by its number. */
  readonly changeRequest: string | null;
}

export interface TokenEntry extends SpaceEntry {
  readonly token: { readonly id: string; readonly scope: string; readonly lastUsedAt: string | null };
}

type Caller = SelectQueryBuilder<Tables, "user", object>;

type ChangeRequestRow = Row<"change_request">;

/** A member for each column, so that a new one does not compile until it is here. */
const changeRequestColumns = Object.keys({
  id: true,
  space: true,
  number: true,
  status: true,
  subject: true,
  description: true,
  revision: true,
  revision_initial: true,
  revision_merged_ancestor: true,
  revision_merged: true,
  merged_by: true,
  merged_at: true,
  issues_cluster: true,
  created_by: true,
  created_at: true,
  updated_at: true,
} satisfies Record<keyof ChangeRequestRow, true>) as (keyof ChangeRequestRow)[];

type ChangeRequestColumns = {
  readonly [Column in keyof ChangeRequestRow as `draft_${Column}`]: ChangeRequestRow[Column] | null;
};

/** Adds the space, everything that determines the caller's role in it, and the change request. */
const withTarget = <Query extends Caller>(query: Query, space: string, changeRequest: string | null) =>
  (query as Caller)
    .leftJoin("space", (join) => join.on("space.id", "=", space))
    .leftJoin("change_request", (join) =>
      join.onRef("change_request.space", "=", "space.id").on("change_request.id", "=", changeRequest),
    )
    .leftJoin("member", (join) =>
      join
        .onRef("member.organization", "=", "space.organization")
        .onRef("member.user", "=", "user.id")
        .on("member.disabled", "=", 0),
    )
    .leftJoin("user_grant", (join) =>
      join.onRef("user_grant.space", "=", "space.id").onRef("user_grant.user", "=", "user.id"),
    )
    .select(spaceColumns.map((column) => `space.${column}` as const))
    .select(changeRequestColumns.map((column) => `change_request.${column} as draft_${column}` as const))
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

const tokenRow = compiledRow((queries, hash: string, now: string, space: string, changeRequest: string | null) =>
  withTarget(
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
    changeRequest,
  ).$castTo<EntryRow & { token: string; token_scope: string; token_used: string | null }>(),
);

const userRow = compiledRow((queries, user: string, space: string, changeRequest: string | null) =>
  withTarget(
    queries.selectFrom("user").where("user.id", "=", user) as unknown as Caller,
    space,
    changeRequest,
  ).$castTo<EntryRow>(),
);

/** Only for a token that is neither revoked nor expired. */
export async function findTokenEntry(
  queries: Queries,
  { token, now }: { readonly token: string; readonly now: string },
  { space, changeRequest }: NamedObjects,
): Promise<TokenEntry | undefined> {
  const row = await tokenRow(queries, hashSecret(token), now, space, changeRequest);
  if (row === undefined) return undefined;
  return { ...toEntry(row, space), token: { id: row.token, scope: row.token_scope, lastUsedAt: row.token_used } };
}

export async function findUserEntry(
  queries: Queries,
  user: string,
  { space, changeRequest }: NamedObjects,
): Promise<SpaceEntry | undefined> {
  const row = await userRow(queries, user, space, changeRequest);
  return row && toEntry(row, space);
}

type SpaceRow = Row<"space">;

interface EntryRow extends Omit<SpaceRow, "id">, ChangeRequestColumns {
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

const spaceColumns = Object.keys({
  id: true,
  organization: true,
  parent: true,
  position: true,
  default_level: true,
  level: true,
  title: true,
  emoji: true,
  visibility: true,
  edit_mode: true,
  language: true,
  merge_rules: true,
  revision: true,
  last_number: true,
  created_at: true,
  updated_at: true,
  deleted_at: true,
} satisfies Record<keyof SpaceRow, true>) as (keyof SpaceRow)[];

function toEntry(row: EntryRow, spaceId: string): SpaceEntry {
  const user: Row<"user"> = {
    id: row.caller_id,
    display_name: row.caller_name,
    email: row.caller_email,
    created_at: row.caller_since,
    disabled: row.caller_disabled,
  };
  if (row.id === null) return { spaceId, user, space: undefined, role: null, changeRequest: undefined };
  const space = Object.fromEntries(spaceColumns.map((column) => [column, row[column]])) as unknown as SpaceRow;
  const changeRequest = toChangeRequest(row);
  if (row.member === null) return { spaceId, user, space, role: null, changeRequest };
  const { granted, team_rank, team_shut } = row;
  const sources: RoleSources = {
    member: row.member_role as Role | null,
    level: space.level as RoleSources["level"],
    ...(granted === null ? {} : { user: row.granted_role as Role | null }),
    teams: [...(team_rank === null ? [] : [roleAt(team_rank) ?? null]), ...(team_shut === 1 ? [null] : [])],
  };
  return { spaceId, user, space, role: roleInSpace(sources), changeRequest };
}

function toChangeRequest(row: ChangeRequestColumns): ChangeRequestRow | undefined {
  if (row.draft_id === null) return undefined;
  const columns = changeRequestColumns.map((column) => [column, row[`draft_${column}`]] as const);
  return Object.fromEntries(columns) as unknown as ChangeRequestRow;
}
