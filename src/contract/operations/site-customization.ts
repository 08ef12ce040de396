import { OrganizationId, SiteId, SiteSpaceId } from "../models/id.ts";
import { SiteCustomization, SiteCustomizationSettings, SiteSpaceCustomization } from "../models/site-customization.ts";
import { del, get, patch, put } from "../operation.ts";

const params = { organizationId: OrganizationId, siteId: SiteId };

export const siteCustomization = {
  get: get("/orgs/{organizationId}/sites/{siteId}/customization", {
    id: "getSiteCustomizationById",
    summary: "Read how a site looks: colors, fonts, header, footer and what readers can do",
    description: "Older form: `getPublishedContentSite` also returns the customization of a site and its site spaces.",
    deprecated: true,
    effect: "read",
    forReaders: true,
    params,
    returns: SiteCustomization,
    errors: ["bad_request", "not_found"],
    source: "platform-api-1",
  }),
  update: put("/orgs/{organizationId}/sites/{siteId}/customization", {
    id: "updateSiteCustomizationById",
    summary: "Replace how a site looks: colors, fonts, header, footer and what readers can do",
    description: "What is left out goes back to its default: read the settings, change them and send them whole.",
    effect: "update",
    reach: "administers",
    params,
    body: { settings: SiteCustomizationSettings.describe("All settings, as read and then changed") },
    bodyField: "settings",
    returns: SiteCustomization,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-1",
  }),
  getSiteSpace: get("/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization", {
    id: "getSiteSpaceCustomizationById",
    summary: "Read how one site space looks, with its own settings applied over those of the site",
    description: "Older form: `getPublishedContentSite` also returns the customization of a site and its site spaces.",
    deprecated: true,
    effect: "read",
    forReaders: true,
    params: { ...params, siteSpaceId: SiteSpaceId },
    returns: SiteCustomization,
    errors: ["bad_request", "not_found"],
    source: "platform-api-1",
  }),
  overrideSiteSpace: patch("/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization", {
    id: "overrideSiteSpaceCustomizationById",
    summary: "Let one site space look different from its site, or remove some of its own settings",
    effect: "update",
    reach: "administers",
    params: { ...params, siteSpaceId: SiteSpaceId },
    body: { override: SiteSpaceCustomization.describe("Only the settings that differ; others are unchanged") },
    bodyField: "override",
    returns: SiteCustomization,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-1",
  }),
  resetSiteSpace: del("/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization", {
    id: "deleteSiteSpaceCustomizationById",
    summary: "Let one site space look like its site again, without settings of its own",
    effect: "delete",
    reach: "deletes",
    params: { ...params, siteSpaceId: SiteSpaceId },
    returns: null,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-1",
  }),
};
