import type { Handlers } from "../../kernel/handler.ts";
import { readPaging, toListResponse } from "../../kernel/paging.ts";
import { countMembers, listMembers, type MemberFilter, updateMember } from "../members-rows.ts";
import { organizationFor } from "../scope.ts";
import { countMatchingTeams, listTeams, ownTeams } from "../teams-rows.ts";
import { memberFor } from "./member-scope.ts";
import { changeRole, removeMember } from "./membership.ts";
import { teamsTitled, usersNamed } from "./name-search.ts";
import { presentMember, presentMembers, presentTeams } from "./view.ts";

const columns = { joinedAt: "joined_at", lastSeenAt: "last_seen_at" } as const;

export const members: Handlers<"members"> = {
  async list({ organizationId, order, role, search, sort, ...paging }, context) {
    await organizationFor(context, organizationId, "view");
    const request = readPaging("members.list", [organizationId, order, role, search, sort], paging);
    const filter: MemberFilter = {
      organization: organizationId,
      role,
      seen: sort === "lastSeenAt",
      users: await usersNamed(context.queries, organizationId, search),
    };
    const span = { by: columns[sort], order, after: request.after, limit: request.limit + 1 };
    const rows = await listMembers(context.queries, filter, span);
    const count = await countMembers(context.queries, filter);
    const items = await presentMembers(context, rows.slice(0, request.limit));
    return toListResponse(request, rows, count, (row) => [row[columns[sort]] ?? "", row.user], items);
  },

  async get(input, context) {
    const { member } = await memberFor(context, input, "view");
    return presentMember(context, member);
  },

  async update({ role, ...input }, context) {
    const { member } = await memberFor(context, input, "admin");
    return presentMember(context, role === undefined ? member : await changeRole(context.queries, member, role));
  },

  async remove({ organizationId, userId }, context) {
    await organizationFor(context, organizationId, "admin");
    const membership = { organization: organizationId, user: userId };
    return { deleted: await removeMember(context.queries, membership, context.now) };
  },

  async updateLastSeen({ organizationId }, context) {
    const { viewer } = await organizationFor(context, organizationId, "enter");
    await updateMember(context.queries, viewer, { last_seen_at: context.now });
    return {};
  },

  async setSso(input, context) {
    const { member } = await memberFor(context, input, "admin");
    await updateMember(context.queries, member, { sso: 1 });
    return presentMember(context, { ...member, sso: 1 });
  },

  async listTeams({ organizationId, userId, title, ...paging }, context) {
    const { viewer } = await memberFor(context, { organizationId, userId }, "view");
    const request = readPaging("members.listTeams", [organizationId, userId, title], paging);
    const filter = {
      organization: organizationId,
      user: userId,
      ids: await teamsTitled(context.queries, organizationId, title),
    };
    const rows = await listTeams(context.queries, filter, request.after, request.limit + 1);
    const count = await countMatchingTeams(context.queries, filter);
    const ids = rows.map(({ id }) => id);
    const roles = await ownTeams(context.queries, userId, ids);
    const items = (await presentTeams(context, viewer, rows)).map((team) => ({
      team,
      member: { role: roles.get(team.id) === "owner" ? ("owner" as const) : ("member" as const) },
    }));
    return toListResponse(request, rows, count, (row) => [row.title, row.id], items);
  },
};
