import { z } from "zod";
import { OrganizationId, SiteId, SiteRedirectId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { ResolvedRedirect, ShareKey } from "../models/site-publishing.ts";
import {
  RedirectChange,
  RedirectOutcome,
  RedirectPlace,
  RedirectSource,
  RedirectTarget,
  SiteRedirect,
} from "../models/site-redirect.ts";
import { del, get, patch, post, put } from "../operation.ts";

const params = { organizationId: OrganizationId, siteId: SiteId };

/** Whether an entry of a batch of redirects deletes nothing. */
const leavesOne = (entry: unknown): boolean =>
  typeof entry === "object" &&
  entry !== null &&
  ("destination" in entry
    ? typeof entry.destination === "object" && entry.destination !== null
    : "intent" in entry && entry.intent === "publish");

export const siteRedirects = {
  list: get("/orgs/{organizationId}/sites/{siteId}/redirects", {
    id: "listSiteRedirects",
    summary: "List a site's redirects",
    effect: "read",
    params,
    query: {
      ...paging,
      search: z.string().optional().describe("Only those whose source has this text"),
      draft: z.boolean().default(false).describe("True lists drafts instead of live ones"),
      orderBy: z
        .enum(["createdAt", "updatedAt", "source"])
        .default("createdAt")
        .describe("Dates with the newest first, sources from a to z"),
    },
    returns: listOf(SiteRedirect),
    errors: ["not_found"],
    source: "public-api",
  }),
  getBySource: get("/orgs/{organizationId}/sites/{siteId}/redirect", {
    id: "getSiteRedirectBySource",
    summary: "Find the redirect that matches a path of a site, and where it leads",
    effect: "read",
    forReaders: true,
    params,
    query: {
      shareKey: ShareKey.optional(),
      source: RedirectSource.describe("Path of the site, such as /guides/setup"),
    },
    returns: ResolvedRedirect,
    errors: ["not_found"],
    source: "public-api",
  }),
  create: post("/orgs/{organizationId}/sites/{siteId}/redirects", {
    id: "createSiteRedirect",
    summary: "Send readers of an old path of the site to a page, section or address",
    effect: "create",
    reach: "administers",
    params,
    body: {
      source: RedirectSource.describe("Old path, such as /guides/setup; a trailing * matches more"),
      captureWildcard: z.boolean().default(false).describe("Add what the `*` matched to the destination"),
      draft: z.boolean().default(false).describe("Only previews follow it"),
      permanent: z.boolean().default(false).describe("Let browsers remember it"),
      destination: RedirectTarget.describe("Where to send readers"),
    },
    returns: SiteRedirect,
    errors: ["not_found", "forbidden", "conflict"],
    source: "public-api",
  }),
  upsert: put("/orgs/{organizationId}/sites/{siteId}/redirects", {
    id: "bulkUpsertSiteRedirects",
    summary: "Write, delete or make live up to 500 redirects of a site",
    description: "Each is independent: some can fail while others succeed, and the results show which.",
    effect: "update",
    reach: {
      among: ["administers", "deletes"],
      of: ({ redirects }) => (Array.isArray(redirects) && redirects.every(leavesOne) ? "administers" : "deletes"),
    },
    insteadOf: ["createSiteRedirect", "updateSiteRedirectById", "deleteSiteRedirectById"],
    params,
    body: { redirects: z.array(RedirectChange).min(1).max(500).describe("What to do, one entry for each redirect") },
    returns: z.looseObject({ results: z.array(RedirectOutcome).describe("One for each entry, in the same order") }),
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  update: patch("/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}", {
    id: "updateSiteRedirectById",
    summary: "Change one redirect of a site",
    effect: "update",
    reach: "administers",
    params: { ...params, siteRedirectId: SiteRedirectId },
    body: {
      source: RedirectSource.optional().describe("Old path; a trailing * matches more"),
      captureWildcard: z.boolean().optional().describe("Add what the `*` matched to the destination"),
      draft: z.boolean().optional().describe("False makes a draft live"),
      permanent: z.boolean().optional().describe("Let browsers remember it"),
      destination: RedirectPlace.optional().describe("Where to send readers"),
    },
    returns: SiteRedirect,
    errors: ["not_found", "forbidden", "conflict"],
    source: "public-api",
  }),
  remove: del("/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}", {
    id: "deleteSiteRedirectById",
    summary: "Delete one redirect of a site",
    effect: "delete",
    reach: "deletes",
    params: { ...params, siteRedirectId: SiteRedirectId },
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
};
