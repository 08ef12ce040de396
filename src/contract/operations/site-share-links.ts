import { z } from "zod";
import { OrganizationId, ShareLinkId, SiteId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { ShareLink, ShareLinkName } from "../models/site-publishing.ts";
import { del, get, patch, post } from "../operation.ts";

const params = { organizationId: OrganizationId, siteId: SiteId };

export const siteShareLinks = {
  list: get("/orgs/{organizationId}/sites/{siteId}/share-links", {
    id: "listSiteShareLinks",
    summary: "List a site's share links, with the secret address of each",
    effect: "read",
    params,
    query: {
      ...paging,
      search: z.string().optional().describe("Only those whose name has this text, or whose secret is this text"),
    },
    returns: listOf(ShareLink),
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  create: post("/orgs/{organizationId}/sites/{siteId}/share-links", {
    id: "createSiteShareLink",
    summary: "Create a secret address that opens a site for anyone who has it",
    description: "Takes effect while the site's visibility is `share-link`.",
    effect: "create",
    reach: "publishes",
    params,
    body: { name: ShareLinkName.describe("Who or what it is for") },
    returns: ShareLink,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  update: patch("/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}", {
    id: "updateSiteShareLinkById",
    summary: "Rename a share link, or switch it off and on",
    effect: "update",
    reach: {
      among: ["administers", "publishes"],
      of: ({ active }) => (active === undefined || active === false ? "administers" : "publishes"),
    },
    params: { ...params, shareLinkId: ShareLinkId },
    body: {
      active: z.boolean().optional().describe("False closes its address until switched on again"),
      name: ShareLinkName.optional().describe("Who or what it is for"),
    },
    returns: ShareLink,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  remove: del("/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}", {
    id: "deleteSiteShareLinkById",
    summary: "Delete a share link; its address stops working",
    effect: "delete",
    reach: "deletes",
    params: { ...params, shareLinkId: ShareLinkId },
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
};
