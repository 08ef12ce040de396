import type { Role } from "../../contract/models/role.ts";
import { organizationFor } from "../access/scope.ts";
import { answerList, readPaging } from "../paging.ts";
import { presentOrganization } from "../present/organization.ts";
import { Problem } from "../problem.ts";
import { demandStorableRules } from "../reviews/storable-rules.ts";
import { countOrganizations, listOrganizations, updateOrganization } from "../store/people.ts";
import type { Handlers } from "./handler.ts";

export const organizations: Handlers<"organizations"> = {
  async list(input, context) {
    const request = readPaging("organizations.list", [context.user.id], input);
    const rows = await listOrganizations(context.queries, context.user.id, request.after, request.limit + 1);
    const count = await countOrganizations(context.queries, context.user.id);
    const items = rows.map((row) => presentOrganization(context, row, row.role as Role | null));
    return answerList(request, rows, count, (row) => [row.title, row.id], items);
  },

  async get({ organizationId }, context) {
    const { organization, role } = await organizationFor(context, organizationId, "view");
    return presentOrganization(context, organization, role);
  },

  async update({ organizationId, title, defaultRole, mergeRules, ...others }, context) {
    const { organization, role } = await organizationFor(context, organizationId, "admin");
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) {
      throw new Problem("not_implemented", `${unknown}: this service does not keep it. Leave it out.`);
    }
    demandStorableRules(mergeRules);
    const change = {
      ...(title === undefined ? {} : { title }),
      ...(defaultRole === undefined ? {} : { default_role: defaultRole }),
      ...(mergeRules === undefined ? {} : { merge_rules: JSON.stringify(mergeRules) }),
    };
    if (Object.keys(change).length > 0) await updateOrganization(context.queries, organizationId, change);
    return presentOrganization(context, { ...organization, ...change }, role);
  },
};
