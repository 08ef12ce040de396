import type { Role } from "../../contract/models/role.ts";
import { organizationFor } from "../access/scope.ts";
import { answerList, readPaging } from "../paging.ts";
import { presentOrganization } from "../present/organization.ts";
import { countOrganizations, listOrganizations } from "../store/people.ts";
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
};
