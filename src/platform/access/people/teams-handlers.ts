import type { TeamMember, TeamMemberRole } from "../../../contract/models/people.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { CreatedResult, type Handlers } from "../../kernel/handler.ts";
import { readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { findMember, findMembersByEmail } from "../members-rows.ts";
import { findMembers, normalizeEmail } from "../people-rows.ts";
import { may } from "../roles.ts";
import { type OrganizationScope, organizationFor, requirePermission } from "../scope.ts";
import {
  countMatchingTeams,
  countTeamMembers,
  deleteTeam,
  findTeam,
  insertTeam,
  listTeamMembers,
  listTeams,
  ownTeams,
  putTeamMember,
  removeTeamMembers,
  renameTeam,
} from "../teams-rows.ts";
import { notMember } from "./member-scope.ts";
import { teamsTitled } from "./name-search.ts";
import { presentMembers, presentTeam, presentTeams } from "./view.ts";

export const teams: Handlers<"teams"> = {
  async list({ organizationId, owner, title, ...paging }, context) {
    const { viewer } = await organizationFor(context, organizationId, "view");
    const request = readPaging("teams.list", [organizationId, owner, title], paging);
    const { queries } = context;
    const filter = {
      organization: organizationId,
      ...(owner === undefined || (await administers(queries, organizationId, owner))
        ? {}
        : { user: owner, role: "owner" as const }),
      ids: await teamsTitled(queries, organizationId, title),
    };
    const rows = await listTeams(queries, filter, request.after, request.limit + 1);
    const count = await countMatchingTeams(queries, filter);
    const items = await presentTeams(context, viewer, rows);
    return toListResponse(request, rows, count, (row) => [row.title, row.id], items);
  },

  async create({ organizationId, title, members = [] }, context) {
    const { viewer } = await organizationFor(context, organizationId, "admin");
    requireFew("members", members.length);
    const team = { id: createId(), organization: organizationId, title, created_at: context.now };
    await insertTeam(context.queries, team);
    for (const user of await requireMembers(context, organizationId, "members", members)) {
      await putTeamMember(context.queries, { team: team.id, user, joined_at: context.now });
    }
    const location = `${context.origin}/v1/orgs/${organizationId}/teams/${team.id}`;
    return new CreatedResult(await presentTeam(context, viewer, team), location);
  },

  async get(input, context) {
    const { viewer, team } = await teamFor(context, input, "view");
    return presentTeam(context, viewer, team);
  },

  async update({ title, ...input }, context) {
    const { viewer, team } = await teamFor(context, input, "own");
    await renameTeam(context.queries, team.id, title);
    return presentTeam(context, viewer, { ...team, title });
  },

  async remove({ organizationId, teamId }, context) {
    await organizationFor(context, organizationId, "admin");
    const team = await findTeam(context.queries, organizationId, teamId);
    if (team !== undefined) await deleteTeam(context.queries, team.id);
    return { deleted: team !== undefined };
  },

  async listMembers({ organizationId, teamId, ...paging }, context) {
    const { team } = await teamFor(context, { organizationId, teamId }, "view");
    const request = readPaging("teams.listMembers", [organizationId, teamId], paging);
    const rows = await listTeamMembers(context.queries, team.id, request.after, request.limit + 1);
    const count = await countTeamMembers(context.queries, team.id);
    const items = await presentTeamMembers(context, organizationId, rows.slice(0, request.limit));
    return toListResponse(request, rows, count, (row) => [row.joined_at, row.user], items);
  },

  async updateMembers({ organizationId, teamId, add = [], remove = [], memberships = {} }, context) {
    const { team } = await teamFor(context, { organizationId, teamId }, "own");
    const roles = Object.entries(memberships);
    for (const [field, { length }] of Object.entries({ add, remove, memberships: roles })) requireFew(field, length);
    const require = (field: string, names: readonly string[]) => requireMembers(context, organizationId, field, names);
    const due = new Map<string, TeamMemberRole | undefined>();
    for (const user of await require("add", add)) due.set(user, undefined);
    const named = await require("memberships", roles.map(([name]) => name));
    for (const [index, user] of named.entries()) due.set(user, roles[index]?.[1].role);
    const leaving = await require("remove", remove);
    for (const user of leaving) due.delete(user);
    for (const [user, role] of due) await putInTeam(context, team, user, role);
    await removeTeamMembers(context.queries, team.id, leaving);
    return undefined;
  },

  async setMember({ organizationId, teamId, userId, role }, context) {
    const { team } = await teamFor(context, { organizationId, teamId }, "own");
    const [user] = await requireMembers(context, organizationId, "userId", [userId]);
    await putInTeam(context, team, user ?? userId, role);
    return undefined;
  },

  async removeMember({ organizationId, teamId, userId }, context) {
    const { team } = await teamFor(context, { organizationId, teamId }, "own");
    return { deleted: await removeTeamMembers(context.queries, team.id, [userId]) };
  },
};

interface TeamScope extends OrganizationScope {
  readonly team: Row<"team">;
}

/**
 * A team, if the caller has the permission. Guests see the teams they are in. `own` is for administrators of the
 * organization and owners of the team.
 */
async function teamFor(
  context: Context,
  { organizationId, teamId }: { readonly organizationId: string; readonly teamId: string },
  permission: "view" | "own",
): Promise<TeamScope> {
  const scope = await organizationFor(context, organizationId, "enter");
  const team = await findTeam(context.queries, organizationId, teamId);
  const part = team && (await ownTeams(context.queries, context.user.id, [team.id])).get(team.id);
  if (team === undefined || (part === undefined && !may(scope.role, "view"))) {
    throw new Problem("not_found", `teamId: there is no team ${teamId}, or this token may not see it.`);
  }
  if (permission === "own" && part !== "owner") {
    requirePermission(scope.role, "admin", `organization ${organizationId}, or the part "owner" in team ${teamId}`);
  }
  return { ...scope, team };
}

async function administers(queries: Queries, organization: string, user: string): Promise<boolean> {
  const member = await findMember(queries, organization, user);
  return member?.role === "admin" && member.disabled === 0;
}

const putInTeam = ({ queries, now }: Context, { id }: Row<"team">, user: string, role: TeamMemberRole | undefined) =>
  putTeamMember(
    queries,
    { team: id, user, joined_at: now, ...(role === undefined ? {} : { role }) },
    { keepsRole: role === undefined },
  );

/** The most users in one list of a request. */
const maxPerRequest = 1000;

function requireFew(field: string, count: number): void {
  if (count <= maxPerRequest) return;
  throw new Problem("bad_request", `${field}: at most ${maxPerRequest} fit in one request. Send several.`);
}

/** The ids of members named by id or e-mail address, in order. Throws `not_found` for anyone who is not a member. */
async function requireMembers(
  { queries }: Context,
  organization: string,
  field: string,
  names: readonly string[],
): Promise<string[]> {
  const addresses = names.map((name) => (name.includes("@") ? normalizeEmail(name) : undefined));
  const byEmail = await findMembersByEmail(
    queries,
    organization,
    addresses.filter((address) => address !== undefined),
  );
  const ids = names.map((name, index) => {
    const address = addresses[index];
    return address === undefined ? name : byEmail.get(address);
  });
  const known = new Set(
    (
      await findMembers(
        queries,
        organization,
        ids.filter((id) => id !== undefined),
      )
    ).map(({ user }) => user),
  );
  return ids.map((id, index) => {
    if (id === undefined || !known.has(id)) throw notMember(field, names[index] ?? "");
    return id;
  });
}

async function presentTeamMembers(
  context: Context,
  organization: string,
  rows: readonly Row<"team_member">[],
): Promise<TeamMember[]> {
  const found = await findMembers(
    context.queries,
    organization,
    rows.map(({ user }) => user),
  );
  const members = new Map((await presentMembers(context, found)).map((member) => [member.id, member]));
  return rows.flatMap(({ user, role }) => {
    const member = members.get(user);
    if (member === undefined) return [];
    return [
      { organization: member, team: { role: role === "owner" ? "owner" : "member" }, permissions: { view: true } },
    ];
  });
}
