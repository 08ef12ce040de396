import { OrganizationId, SpaceId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { PageResult, SearchQuery, SpaceResult } from "../models/search.ts";
import { get } from "../operation.ts";

export const search = {
  organization: get("/orgs/{organizationId}/search", {
    id: "searchOrganizationContent",
    summary: "Search the pages of every space in an organization",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: { query: SearchQuery, ...paging },
    returns: listOf(SpaceResult),
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  space: get("/spaces/{spaceId}/search", {
    id: "searchSpaceContent",
    summary: "Search the pages of one space",
    effect: "read",
    params: { spaceId: SpaceId },
    query: { query: SearchQuery, ...paging },
    returns: listOf(PageResult),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
};
