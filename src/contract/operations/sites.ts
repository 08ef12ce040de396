import { z } from "zod";
import { Id, OrganizationId, SiteId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { SearchQuery } from "../models/search.ts";
import {
  AdaptiveContent,
  AdaptiveJsonSchema,
  AgentsContext,
  Site,
  SiteAdaptiveSchema,
  SiteBasename,
  SiteHostname,
  SiteProxyOrigin,
  SiteSearchResult,
  SiteSearchScope,
  SiteSpaceIds,
  SiteTemplateCondition,
  SiteTitle,
  SiteType,
  SiteVisibility,
} from "../models/site.ts";
import { del, get, patch, post, put } from "../operation.ts";
import { byFields } from "../reach.ts";

const params = { organizationId: OrganizationId, siteId: SiteId };

export const sites = {
  list: get("/orgs/{organizationId}/sites", {
    id: "listSites",
    summary: "List the sites of an organization",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: {
      space: Id.optional().describe("Only those that show this space"),
      title: z.string().optional().describe("Only those whose title has this text"),
      published: z.boolean().optional().describe("Only published or only unpublished ones"),
      ...paging,
    },
    returns: listOf(Site),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  create: post("/orgs/{organizationId}/sites", {
    id: "createSite",
    summary: "Create an unpublished site from existing spaces",
    effect: "create",
    reach: "administers",
    params: { organizationId: OrganizationId },
    body: {
      type: SiteType.default("basic").describe("Plan of the site"),
      title: SiteTitle.optional().describe("Name of the site"),
      visibility: SiteVisibility.optional().describe(
        "Audience once published; `unlisted` is public without search engines",
      ),
      spaces: z.array(Id).optional().describe("Spaces it shows, in order"),
    },
    returns: Site,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  get: get("/orgs/{organizationId}/sites/{siteId}", {
    id: "getSiteById",
    summary: "Read one site",
    effect: "read",
    forReaders: true,
    params,
    returns: Site,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  remove: del("/orgs/{organizationId}/sites/{siteId}", {
    id: "deleteSiteById",
    summary: "Delete a site, not the spaces it shows",
    effect: "delete",
    reach: "deletes",
    removal: {
      along: {
        "site space": "listSiteSpaces",
        section: "listSiteSections",
        redirect: "listSiteRedirects",
        "share link": "listSiteShareLinks",
      },
      stays: "The spaces it shows stay.",
    },
    params,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  update: patch("/orgs/{organizationId}/sites/{siteId}", {
    id: "updateSiteById",
    summary: "Change a site's title, audience, address, defaults or use by agents",
    effect: "update",
    reach: byFields("administers", {
      visibility: "publishes",
      adaptiveContent: "publishes",
      agentsContext: "publishes",
      hostname: "publishes",
      proxy: "publishes",
    }),
    params,
    body: {
      title: SiteTitle.optional().describe("Name of the site"),
      visibility: SiteVisibility.optional().describe("Audience; `unlisted` is public without search engines"),
      basename: SiteBasename.optional().describe("First path segment of its address on a shared host"),
      hostname: SiteHostname.nullable()
        .optional()
        .describe("Host name of its own, such as docs.company.com; null for none"),
      adaptiveContent: AdaptiveContent.optional().describe("Conditions on visitors' attributes"),
      agentsContext: AgentsContext.optional().describe("Whether agents may use the site"),
      defaultSiteSpace: Id.optional().describe("Site space shown first, in the site or its default section"),
      defaultSiteSection: Id.optional().describe("Section shown first"),
      proxy: SiteProxyOrigin.nullable()
        .optional()
        .describe("Host and path to be served below, such as company.com/docs; null for none"),
    },
    returns: Site,
    errors: ["not_found", "forbidden", "conflict"],
    source: "platform-api-1",
  }),
  getAdaptiveSchema: get("/orgs/{organizationId}/sites/{siteId}/adaptive-schema", {
    id: "getSiteAdaptiveSchema",
    summary: "Read which attributes of visitors a site's conditions may use",
    effect: "read",
    params,
    returns: SiteAdaptiveSchema,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  updateAdaptiveSchema: put("/orgs/{organizationId}/sites/{siteId}/adaptive-schema", {
    id: "updateSiteAdaptiveSchema",
    summary: "Replace the attributes of visitors that a site's conditions may use",
    description: "Existing conditions are evaluated with the new schema from then on.",
    effect: "update",
    reach: "publishes",
    params,
    body: { jsonSchema: AdaptiveJsonSchema.describe("The whole schema, not only what changes") },
    returns: SiteAdaptiveSchema,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-1",
  }),
  listTemplateConditions: get("/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions", {
    id: "listSiteAdaptiveTemplateConditions",
    summary: "List ready-made conditions on a site's attributes of visitors",
    effect: "read",
    params,
    returns: z.looseObject({
      items: z.array(SiteTemplateCondition).describe("One for each way to tell visitors apart"),
    }),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  search: post("/orgs/{organizationId}/sites/{siteId}/search", {
    id: "searchSiteContent",
    summary: "Search the published pages of one site",
    description: "Give `scope`, or its older form: `mode` with `siteSpaceIds` or `siteSpaceId`.",
    effect: "read",
    forReaders: true,
    params,
    query: paging,
    body: {
      query: SearchQuery,
      scope: SiteSearchScope.optional().describe("Where to search; needed unless `mode` or `siteSpaceIds` is given"),
      mode: z
        .enum(["specific", "current", "all"])
        .optional()
        .describe("Older form of `scope.mode`, not used with `scope`"),
      siteSpaceIds: SiteSpaceIds.optional().describe("With mode `specific`: the site spaces to search"),
      siteSpaceId: Id.optional().describe("With mode `current`: the site space the reader is in"),
    },
    success: 200,
    returns: listOf(SiteSearchResult),
    errors: ["not_found"],
    source: "public-api",
  }),
};
