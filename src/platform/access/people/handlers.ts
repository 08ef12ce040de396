import type { Role } from "../../../contract/models/role.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import {
  countGrants,
  findUserGrant,
  listTeamGrants,
  listUserGrants,
  putTeamGrants,
  putUserGrants,
  removeUserGrant,
  roleSources,
} from "../grants-rows.ts";
import { countRoles, listRoles } from "../levels-rows.ts";
import { findColleague, findMembers } from "../people-rows.ts";
import { roleAt } from "../roles.ts";
import { organizationFor, spaceFor } from "../scope.ts";
import { findTeams } from "../teams-rows.ts";
import { presentedUsers, presentTeams, presentUser } from "./view.ts";

export const users: Handlers<"users"> = {
  getAuthenticated: async (_input, context) => presentUser(context, context.user),

  async get({ userId }, context) {
    if (userId === context.user.id) return presentUser(context, context.user);
    const user = await findColleague(context.queries, context.user.id, userId);
    if (user === undefined) {
      throw new Problem("not_found", `userId: there is no user ${userId}, or this token may not see them.`);
    }
    return (await presentedUsers(context, [user.id])).of(user.id);
  },
};

/** The most users, and the most teams, in one request. */
const maxPerRequest = 1000;

export const spacePermissions: Handlers<"spacePermissions"> = {
  async grant({ spaceId, users = [], teams = [], role }, context) {
    const { space } = await spaceFor(context, spaceId, "admin");
    if (users.length + teams.length === 0) {
      throw new Problem("bad_request", "users, teams: both are empty. Give ids of users, of teams or of both.");
    }
    if (Math.max(users.length, teams.length) > maxPerRequest) {
      throw new Problem(
        "bad_request",
        `users, teams: at most ${maxPerRequest} of each fit in one request. Send several.`,
      );
    }
    const members = await findMembers(context.queries, space.organization, users);
    requireKnown("users", "member", users, new Set(members.map(({ user }) => user)));
    const known = await findTeams(context.queries, space.organization, teams);
    requireKnown("teams", "team", teams, new Set(known.map(({ id }) => id)));
    const grant = { space: spaceId, role, granted_at: context.now };
    await putUserGrants(
      context.queries,
      [...new Set(users)].map((user) => ({ ...grant, user })),
    );
    await putTeamGrants(
      context.queries,
      [...new Set(teams)].map((team) => ({ ...grant, team })),
    );
  },

  async listAll(input, context) {
    const { space } = await spaceFor(context, input.spaceId, "admin");
    const request = readPaging("spacePermissions.listAll", [input.spaceId, input.role], input);
    const filter = { space, role: input.role };
    const rows = await listRoles(context.queries, filter, request.after, request.limit + 1);
    const count = await countRoles(context.queries, filter);
    const users = await presentedUsers(
      context,
      rows.map(({ user }) => user),
    );
    const members = await findMembers(
      context.queries,
      space.organization,
      rows.map(({ user }) => user),
    );
    const findRoleSource = await roleSources(context.queries, members, [space]);
    const items = rows.flatMap(({ user, rank }) => {
      const permission = roleAt(rank);
      const source = findRoleSource(user, space.id);
      const found = { user: users.of(user), ...(source === undefined ? {} : { source }) };
      return permission === undefined ? [] : [{ permission, ...found }];
    });
    return toListResponse(request, rows, count, (row) => [row.joined_at, row.user], items);
  },

  async listUsers(input, context) {
    await spaceFor(context, input.spaceId, "admin");
    const request = readPaging("spacePermissions.listUsers", [input.spaceId], input);
    const rows = await listUserGrants(context.queries, input.spaceId, request.after?.[1], request.limit + 1);
    const count = await countGrants(context.queries, "user_grant", input.spaceId);
    const users = await presentedUsers(
      context,
      rows.map(({ user }) => user),
    );
    const items = rows.map(({ user, role }) => ({ permission: role as Role, user: users.of(user) }));
    return toListResponse(request, rows, count, ({ user }) => ["", user], items);
  },

  async listTeams(input, context) {
    const { space } = await spaceFor(context, input.spaceId, "admin");
    const { viewer } = await organizationFor(context, space.organization, "enter");
    const request = readPaging("spacePermissions.listTeams", [input.spaceId], input);
    const rows = await listTeamGrants(context.queries, input.spaceId, request.after?.[1], request.limit + 1);
    const count = await countGrants(context.queries, "team_grant", input.spaceId);
    const ids = rows.map(({ team }) => team);
    const found = await presentTeams(context, viewer, await findTeams(context.queries, space.organization, ids));
    const teams = new Map(found.map((team) => [team.id, team]));
    const items = rows.flatMap(({ team: id, role }) => {
      const team = teams.get(id);
      return team === undefined ? [] : [{ permission: role as Role, team }];
    });
    return toListResponse(request, rows, count, ({ team }) => ["", team], items);
  },

  async updateUser({ spaceId, userId, role }, context) {
    await spaceFor(context, spaceId, "admin");
    if (role === undefined) throw new Problem("bad_request", "role: is missing. Give a role, or null for none.");
    if ((await findUserGrant(context.queries, spaceId, userId)) === undefined) {
      throw new Problem(
        "not_found",
        `userId: user ${userId} has no granted role in space ${spaceId}. Invite the user to the space first.`,
      );
    }
    await putUserGrants(context.queries, [{ space: spaceId, user: userId, role, granted_at: context.now }]);
  },

  async removeUser({ spaceId, userId }, context) {
    await spaceFor(context, spaceId, "admin");
    return { deleted: await removeUserGrant(context.queries, spaceId, userId) };
  },
};

function requireKnown(field: string, noun: string, ids: readonly string[], known: ReadonlySet<string>): void {
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw new Problem("not_found", `${field}: the organization of the space has no ${noun} ${unknown}.`);
  }
}
