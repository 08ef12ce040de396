import { override, settings } from "./customization-settings.ts";
import type { Examples } from "./example.ts";
import { siteAccess } from "./site-access.ts";
import { siteStructure } from "./site-structure.ts";

const site = { organizationId: "org1", siteId: "site1" };

const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    isBetaUser: { type: "boolean", description: "Takes part in the beta" },
    plan: { type: "string", enum: ["free", "pro"], description: "Plan the visitor's company is on" },
    unsigned: {
      type: "object",
      description: "Unsigned claims of the site visitor.",
      properties: { isNew: { type: "boolean", description: "Was never here before" } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

export const sites: Examples = {
  listSites: {
    input: { organizationId: "org1", space: "s1", title: "Acme", published: true, page: "c1", limit: 20 },
    sends: "GET /v1/orgs/org1/sites?space=s1&title=Acme&published=true&page=c1&limit=20",
  },
  createSite: {
    input: { organizationId: "org1", type: "basic", title: "Acme Docs", visibility: "unlisted", spaces: ["s1", "s2"] },
    sends: "POST /v1/orgs/org1/sites",
    body: { type: "basic", title: "Acme Docs", visibility: "unlisted", spaces: ["s1", "s2"] },
  },
  getSiteById: { input: site, sends: "GET /v1/orgs/org1/sites/site1" },
  deleteSiteById: { input: site, sends: "DELETE /v1/orgs/org1/sites/site1" },
  updateSiteById: {
    input: {
      ...site,
      title: "Acme Developer Docs",
      visibility: "public",
      basename: "developers",
      hostname: "developers.acme.com",
      adaptiveContent: { enabled: true },
      agentsContext: "included",
      defaultSiteSpace: "sp1",
      defaultSiteSection: "sec1",
      proxy: "www.acme.com/docs",
    },
    sends: "PATCH /v1/orgs/org1/sites/site1",
    body: {
      title: "Acme Developer Docs",
      visibility: "public",
      basename: "developers",
      hostname: "developers.acme.com",
      adaptiveContent: { enabled: true },
      agentsContext: "included",
      defaultSiteSpace: "sp1",
      defaultSiteSection: "sec1",
      proxy: "www.acme.com/docs",
    },
  },
  getSiteAdaptiveSchema: { input: site, sends: "GET /v1/orgs/org1/sites/site1/adaptive-schema" },
  updateSiteAdaptiveSchema: {
    input: { ...site, jsonSchema: schema },
    sends: "PUT /v1/orgs/org1/sites/site1/adaptive-schema",
    body: { jsonSchema: schema },
  },
  listSiteAdaptiveTemplateConditions: {
    input: site,
    sends: "GET /v1/orgs/org1/sites/site1/adaptive-schema/template-conditions",
  },
  searchSiteContent: {
    input: {
      ...site,
      page: "c1",
      limit: 10,
      query: "rotate keys",
      scope: { mode: "specific", siteSpaceIds: ["sp1", "sp2"] },
      mode: "specific",
      siteSpaceIds: ["sp1", "sp2"],
      siteSpaceId: "sp1",
    },
    sends: "POST /v1/orgs/org1/sites/site1/search?page=c1&limit=10",
    body: {
      query: "rotate keys",
      scope: { mode: "specific", siteSpaceIds: ["sp1", "sp2"] },
      mode: "specific",
      siteSpaceIds: ["sp1", "sp2"],
      siteSpaceId: "sp1",
    },
  },

  getSiteCustomizationById: { input: site, sends: "GET /v1/orgs/org1/sites/site1/customization" },
  updateSiteCustomizationById: {
    input: { ...site, settings },
    sends: "PUT /v1/orgs/org1/sites/site1/customization",
    body: settings,
  },
  getSiteSpaceCustomizationById: {
    input: { ...site, siteSpaceId: "sp1" },
    sends: "GET /v1/orgs/org1/sites/site1/site-spaces/sp1/customization",
  },
  overrideSiteSpaceCustomizationById: {
    input: { ...site, siteSpaceId: "sp1", override },
    sends: "PATCH /v1/orgs/org1/sites/site1/site-spaces/sp1/customization",
    body: override,
  },
  deleteSiteSpaceCustomizationById: {
    input: { ...site, siteSpaceId: "sp1" },
    sends: "DELETE /v1/orgs/org1/sites/site1/site-spaces/sp1/customization",
  },

  ...siteStructure,
  ...siteAccess,
};
