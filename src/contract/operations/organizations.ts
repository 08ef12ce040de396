import { OrganizationId } from "../models/id.ts";
import { Organization } from "../models/organization.ts";
import { listOf, paging } from "../models/paging.ts";
import { get } from "../operation.ts";

export const organizations = {
  list: get("/orgs", {
    id: "listOrganizationsForAuthenticatedUser",
    summary: "List the organizations the caller belongs to",
    effect: "read",
    params: {},
    query: paging,
    returns: listOf(Organization),
    errors: [],
    source: "platform-api-2",
  }),
  get: get("/orgs/{organizationId}", {
    id: "getOrganizationById",
    summary: "Read one organization",
    effect: "read",
    params: { organizationId: OrganizationId },
    returns: Organization,
    errors: ["not_found"],
    source: "platform-api-2",
  }),
};
