import { z } from "zod";
import { ContentTemplate } from "../models/content-reference.ts";
import { Id, OrganizationId, SiteId, SiteSpaceId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { SiteTitle } from "../models/site.ts";
import { ShareKey } from "../models/site-publishing.ts";
import { Condition, SitePath, SiteSpace } from "../models/site-structure.ts";
import { del, get, patch, post } from "../operation.ts";
import { byFields } from "../reach.ts";

const params = { organizationId: OrganizationId, siteId: SiteId };

export const siteSpaces = {
  create: post("/orgs/{organizationId}/sites/{siteId}/site-spaces", {
    id: "addSpaceToSite",
    summary: "Show a space in a site, as a variant of the site or of one section",
    effect: "create",
    reach: {
      among: ["administers", "publishes"],
      of: ({ draft }) => (draft === true ? "administers" : "publishes"),
    },
    params,
    body: {
      spaceId: Id.nullable().describe("Space to show; null makes an empty one"),
      template: ContentTemplate.optional().describe("Fills the space that null makes"),
      sectionId: Id.optional().describe("Section to add it to; the default one when left out"),
      draft: z.boolean().default(false).describe("Show it in previews only"),
      pageId: Id.nullable().optional().describe("Page of the space to open first; null is its first"),
      title: SiteTitle.optional().describe("Title of the space that null makes"),
    },
    otherSuccess: [204],
    returns: SiteSpace,
    errors: ["not_found", "forbidden", "conflict"],
    source: "public-api",
  }),
  list: get("/orgs/{organizationId}/sites/{siteId}/site-spaces", {
    id: "listSiteSpaces",
    summary: "List the spaces a site shows, with the path and section of each",
    effect: "read",
    forReaders: true,
    params,
    query: {
      shareKey: ShareKey.optional(),
      ...paging,
      default: z.boolean().optional().describe("True for the default one alone, false for the others"),
    },
    returns: listOf(SiteSpace),
    errors: ["not_found"],
    source: "public-api",
  }),
  update: patch("/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}", {
    id: "updateSiteSpaceById",
    summary: "Change where and to whom a site shows a space, or which space it shows",
    effect: "update",
    reach: byFields("administers", { spaceId: "publishes", condition: "publishes", draft: "publishes" }),
    params: { ...params, siteSpaceId: SiteSpaceId },
    body: {
      path: SitePath.optional().describe("Path segment within its section or the site"),
      condition: Condition.nullable().optional().describe("Expression over visitors; null shows it to all"),
      pageId: Id.nullable().optional().describe("Page of the space to open first; null is its first"),
      spaceId: Id.optional().describe("Space to show here instead"),
      hidden: z.boolean().optional().describe("True takes it out of the navigation; addresses still work"),
      draft: z.boolean().optional().describe("True keeps it to previews, false makes it live"),
    },
    otherSuccess: [204],
    returns: SiteSpace,
    errors: ["not_found", "forbidden", "conflict"],
    source: "public-api",
  }),
  remove: del("/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}", {
    id: "deleteSiteSpaceById",
    summary: "Stop showing a space in a site",
    effect: "delete",
    reach: "deletes",
    removal: { stays: "The space itself stays.", back: { by: "addSpaceToSite" } },
    params: { ...params, siteSpaceId: SiteSpaceId },
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
};
