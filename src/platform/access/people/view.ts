import type { Member, Team } from "../../../contract/models/people.ts";
import type { Role } from "../../../contract/models/role.ts";
import type { User } from "../../../contract/models/user.ts";
import type { Context } from "../../kernel/context.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { countLevels, grantsOfMembers } from "../grants-rows.ts";
import type { Viewer } from "../levels-rows.ts";
import { findUsersSeenBy } from "../people-rows.ts";
import { may, type RoleSources, roleByLevel, roleInSpace } from "../roles.ts";
import { countTeams, countUserTeams, ownTeams } from "../teams-rows.ts";

/** Without the e-mail address for integrations: they have no membership that would show it. */
export function presentUser({ origin, integration }: Context, user: Row<"user">): User {
  return {
    object: "user",
    id: user.id,
    displayName: user.display_name,
    ...(user.email === null || integration !== undefined ? {} : { email: user.email }),
    urls: { location: `${origin}/v1/users/${user.id}` },
  };
}

/** Users by their ids. */
export interface PresentedUsers {
  /** A user who no longer exists keeps the id and gets a name that says so. */
  of(id: string): User;
}

/** All in one query; none if only the caller is listed. */
export async function presentedUsers(context: Context, ids: Iterable<string>): Promise<PresentedUsers> {
  const rows = await findUsersSeenBy(context.queries, context.user, [...new Set(ids)]);
  const users = new Map(rows.map((row) => [row.id, presentUser(context, row)]));
  const gone = (id: string) => ({
    object: "user" as const,
    id,
    displayName: "Former user",
    urls: { location: `${context.origin}/v1/users/${id}` },
  });
  return { of: (id) => users.get(id) ?? gone(id) };
}

/** Members of one organization. */
export async function presentMembers(context: Context, members: readonly Row<"member">[]): Promise<Member[]> {
  const users = await presentedUsers(
    context,
    members.map(({ user }) => user),
  );
  const { queries } = context;
  const organization = members[0]?.organization ?? "";
  const spaces = await countMemberSpaces(queries, organization, members);
  const teams = await countUserTeams(
    queries,
    organization,
    members.map(({ user }) => user),
  );
  return members.map((member) => ({
    object: "member",
    id: member.user,
    role: member.role as Role | null,
    user: users.of(member.user),
    disabled: member.disabled === 1,
    joinedAt: member.joined_at,
    ...(member.last_seen_at === null ? {} : { lastSeenAt: member.last_seen_at }),
    sso: member.sso === 1,
    spaces: spaces.get(member.user) ?? 0,
    teams: teams.get(member.user) ?? 0,
    // Members cannot open sites here.
    sites: 0,
  }));
}

interface Granted {
  readonly level: RoleSources["level"];
  user?: Role | null;
  readonly teams: (Role | null)[];
}

/** How many spaces each of the members can open, in two queries. */
export async function countMemberSpaces(
  queries: Queries,
  organization: string,
  members: readonly Row<"member">[],
): Promise<Map<string, number>> {
  const { all, levelled } = await countLevels(queries, organization);
  const users = members.map(({ user }) => user);
  const granted = new Map<string, Map<string, Granted>>(users.map((user) => [user, new Map()]));
  for (const { user, space, level, to, role } of await grantsOfMembers(queries, organization, users)) {
    const ofUser = granted.get(user);
    const known = ofUser?.get(space) ?? { level: level as RoleSources["level"], teams: [] };
    if (to === "user") known.user = role as Role | null;
    else known.teams.push(role as Role | null);
    ofUser?.set(space, known);
  }
  return new Map(
    members.map(({ user, role, disabled }) => {
      const member = role as Role | null;
      if (disabled === 1) return [user, 0];
      if (member === "admin") return [user, all];
      let count = member === null ? 0 : levelled;
      for (const sources of granted.get(user)?.values() ?? []) {
        if (roleByLevel(member, sources.level) !== null) count -= 1;
        if (roleInSpace({ member, ...sources }) !== null) count += 1;
      }
      return [user, count];
    }),
  );
}

/** A member of the row's organization. */
export async function presentMember(context: Context, row: Row<"member">): Promise<Member> {
  const [member] = await presentMembers(context, [row]);
  if (member === undefined) throw new Error(`Member ${row.user} was not presented`);
  return member;
}

/** Teams of the viewer's organization. */
export async function presentTeams(
  { queries }: Context,
  viewer: Viewer,
  teams: readonly Row<"team">[],
): Promise<Team[]> {
  const ids = teams.map(({ id }) => id);
  const counts = await countTeams(queries, ids);
  const own = await ownTeams(queries, viewer.user, ids);
  const role = viewer.role as Role | null;
  return teams.map((team) => ({
    object: "team",
    id: team.id,
    title: team.title,
    members: counts.get(team.id)?.members ?? 0,
    spaces: counts.get(team.id)?.spaces ?? 0,
    createdAt: team.created_at,
    permissions: {
      admin: may(role, "admin") || own.get(team.id) === "owner",
      view: may(role, "view") || own.has(team.id),
    },
  }));
}

export async function presentTeam(context: Context, viewer: Viewer, row: Row<"team">): Promise<Team> {
  const [team] = await presentTeams(context, viewer, [row]);
  if (team === undefined) throw new Error(`Team ${row.id} was not presented`);
  return team;
}
