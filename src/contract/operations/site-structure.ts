import { z } from "zod";
import { OrganizationId, SiteId } from "../models/id.ts";
import { ShareKey } from "../models/site-publishing.ts";
import { SiteStructure, SiteStructureItem, SiteStructurePointer } from "../models/site-structure.ts";
import { get, patch } from "../operation.ts";

const params = { organizationId: OrganizationId, siteId: SiteId };

export const siteStructure = {
  get: get("/orgs/{organizationId}/sites/{siteId}/structure", {
    id: "getSiteStructure",
    summary: "Read a site's navigation as a tree: sections, groups, site spaces and external links",
    effect: "read",
    forReaders: true,
    params,
    query: { shareKey: ShareKey.optional() },
    returns: SiteStructure,
    errors: ["not_found"],
    source: "public-api",
  }),
  sort: patch("/orgs/{organizationId}/sites/{siteId}/structure/sort", {
    id: "sortSiteStructure",
    summary: "Move one item of a site's navigation before or after a sibling",
    description: "Items move only among their siblings; to move a section into another group, update the section.",
    effect: "update",
    reach: "administers",
    params,
    body: {
      item: SiteStructurePointer.describe("What to move"),
      position: z
        .object({
          before: SiteStructurePointer.optional().describe("Sibling to move it before"),
          after: SiteStructurePointer.optional().describe("Sibling to move it after"),
        })
        .refine(({ before, after }) => (before === undefined) !== (after === undefined), {
          message: "give exactly one of before and after",
        })
        .describe("Where to: exactly one of `before` and `after`"),
    },
    otherSuccess: [204],
    returns: SiteStructureItem,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "public-api",
  }),
};
