import { z } from "zod";
import { Id, OrganizationId, SiteId, WebUrl } from "../models/id.ts";
import { Site } from "../models/site.ts";
import {
  AuthBackend,
  PublishedSite,
  PublishingAuth,
  PublishOutcome,
  ShareKey,
  SitePreview,
} from "../models/site-publishing.ts";
import { get, patch, post } from "../operation.ts";

const params = { organizationId: OrganizationId, siteId: SiteId };

export const sitePublishing = {
  publish: post("/orgs/{organizationId}/sites/{siteId}/publish", {
    id: "publishSite",
    summary: "Make a site reachable for the audience of its visibility",
    description: "If the plan does not cover it, nothing is published and the response is a checkout for a person.",
    effect: "run",
    reach: "publishes",
    params,
    success: 200,
    returns: PublishOutcome,
    errors: ["not_found", "forbidden", "conflict"],
    source: "public-api",
  }),
  unpublish: post("/orgs/{organizationId}/sites/{siteId}/unpublish", {
    id: "unpublishSite",
    summary: "Take a site offline; settings and content stay",
    effect: "run",
    reach: "publishes",
    params,
    success: 200,
    returns: Site,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  getPublished: get("/orgs/{organizationId}/sites/{siteId}/published", {
    id: "getPublishedContentSite",
    summary: "Read a site with its structure, customization and scripts: all that showing it needs",
    effect: "read",
    forReaders: true,
    params,
    query: { shareKey: ShareKey.optional() },
    returns: PublishedSite,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  getAuth: get("/orgs/{organizationId}/sites/{siteId}/publishing/auth", {
    id: "getSitePublishingAuthById",
    summary: "Read how a site's visitors sign in, with the secret that signs their tokens",
    effect: "read",
    params,
    returns: PublishingAuth,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "public-api",
  }),
  updateAuth: patch("/orgs/{organizationId}/sites/{siteId}/publishing/auth", {
    id: "updateSitePublishingAuthById",
    summary: "Change how a site's visitors sign in",
    description: "Takes effect while the site's visibility is `visitor-auth`.",
    effect: "update",
    reach: "publishes",
    params,
    body: {
      backend: AuthBackend.describe("Your own server, or the integration installed on the site"),
      fallbackURL: WebUrl.nullable().optional().describe("Where to send visitors who fail; null for nowhere"),
      logoutURL: WebUrl.nullable().optional().describe("With `custom`: where to sign out; null for nowhere"),
    },
    returns: PublishingAuth,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "public-api",
  }),
  getPreview: get("/orgs/{organizationId}/sites/{siteId}/publishing/preview", {
    id: "getSitePublishingPreviewById",
    summary: "Get an address that shows a site as it would be published, for an hour",
    effect: "read",
    params,
    query: {
      siteSpace: Id.optional().describe("Site space to open; the default one when left out"),
      claims: z.string().optional().describe("Attributes of the visitor to simulate, in Rison"),
      draft: z.boolean().default(true).describe("False leaves out what is draft"),
      target: z.string().optional().describe("Address to open within the preview; its start when left out"),
    },
    returns: SitePreview,
    errors: ["bad_request", "not_found"],
    source: "public-api",
  }),
};
