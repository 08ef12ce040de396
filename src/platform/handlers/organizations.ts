import type { Role } from "../../contract/models/role.ts";
import { organizationFor } from "../access/scope.ts";
import { answerList, readPaging } from "../paging.ts";
import { presentOrganization, readSettings } from "../present/organization.ts";
import { demandStorableRules } from "../reviews/storable-rules.ts";
import { countOrganizations, listOrganizations, updateOrganization } from "../store/people.ts";
import { organizationsOfOwnTeams } from "../store/teams.ts";
import type { Handlers } from "./handler.ts";

export const organizations: Handlers<"organizations"> = {
  async list(input, context) {
    const request = readPaging("organizations.list", [context.user.id], input);
    const rows = await listOrganizations(context.queries, context.user.id, request.after, request.limit + 1);
    const count = await countOrganizations(context.queries, context.user.id);
    const ids = rows.map(({ id }) => id);
    const ownTeams = await organizationsOfOwnTeams(context.queries, context.user.id, ids);
    const items = rows.map((row) => presentOrganization(context, row, row.role as Role | null, ownTeams.has(row.id)));
    return answerList(request, rows, count, (row) => [row.title, row.id], items);
  },

  async get({ organizationId }, context) {
    const { organization, role } = await organizationFor(context, organizationId, "enter");
    const ownTeams = await organizationsOfOwnTeams(context.queries, context.user.id, [organizationId]);
    return presentOrganization(context, organization, role, ownTeams.has(organizationId));
  },

  async update({ organizationId, title, defaultRole, mergeRules, ...settings }, context) {
    const { organization, role } = await organizationFor(context, organizationId, "admin");
    await demandStorableRules(context, organizationId, mergeRules);
    const change = {
      ...(title === undefined ? {} : { title }),
      ...(defaultRole === undefined ? {} : { default_role: defaultRole }),
      ...(mergeRules === undefined ? {} : { merge_rules: JSON.stringify(mergeRules) }),
      ...(Object.keys(settings).length === 0
        ? {}
        : { settings: JSON.stringify({ ...readSettings(organization), ...settings }) }),
    };
    if (Object.keys(change).length > 0) await updateOrganization(context.queries, organizationId, change);
    const ownTeams = await organizationsOfOwnTeams(context.queries, context.user.id, [organizationId]);
    return presentOrganization(context, { ...organization, ...change }, role, ownTeams.has(organizationId));
  },
};
