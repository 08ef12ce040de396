import type { Examples } from "./example.ts";

const site = { organizationId: "org1", siteId: "site1" };

const redirects = [
  {
    source: "/old",
    intent: "live",
    captureWildcard: false,
    permanent: true,
    destination: { kind: "site-section", siteSectionId: "sec1" },
  },
  { source: "/older", intent: "live", captureWildcard: false, destination: { kind: "site-space", siteSpaceId: "sp1" } },
  {
    source: "/blog/*",
    intent: "draft",
    captureWildcard: true,
    destination: { kind: "external", url: "https://blog.acme.com/" },
  },
  { source: "/gone", intent: "live", captureWildcard: false, destination: null },
  { source: "/new", intent: "publish" },
];

/** Who reaches a site and how: redirects, share links and publishing. */
export const siteAccess: Examples = {
  listSiteRedirects: {
    input: { ...site, page: "c1", limit: 20, search: "guides", draft: true, orderBy: "source" },
    sends: "GET /v1/orgs/org1/sites/site1/redirects?page=c1&limit=20&search=guides&draft=true&orderBy=source",
  },
  getSiteRedirectBySource: {
    input: { ...site, shareKey: "k3y", source: "/old/page" },
    sends: "GET /v1/orgs/org1/sites/site1/redirect?shareKey=k3y&source=%2Fold%2Fpage",
  },
  createSiteRedirect: {
    input: {
      ...site,
      source: "/guides/*",
      captureWildcard: true,
      draft: false,
      permanent: true,
      destination: { kind: "path", spaceId: "s1", path: "handbook/guides" },
    },
    sends: "POST /v1/orgs/org1/sites/site1/redirects",
    body: {
      source: "/guides/*",
      captureWildcard: true,
      draft: false,
      permanent: true,
      destination: { kind: "path", spaceId: "s1", path: "handbook/guides" },
    },
  },
  bulkUpsertSiteRedirects: {
    input: { ...site, redirects: redirects },
    sends: "PUT /v1/orgs/org1/sites/site1/redirects",
    body: { redirects: redirects },
  },
  updateSiteRedirectById: {
    input: {
      ...site,
      siteRedirectId: "red1",
      source: "/guides/setup",
      captureWildcard: false,
      draft: false,
      permanent: true,
      destination: { kind: "site-page", siteSpaceId: "sp1", pageId: "p1" },
    },
    sends: "PATCH /v1/orgs/org1/sites/site1/redirects/red1",
    body: {
      source: "/guides/setup",
      captureWildcard: false,
      draft: false,
      permanent: true,
      destination: { kind: "site-page", siteSpaceId: "sp1", pageId: "p1" },
    },
  },
  deleteSiteRedirectById: {
    input: { ...site, siteRedirectId: "red1" },
    sends: "DELETE /v1/orgs/org1/sites/site1/redirects/red1",
  },

  listSiteShareLinks: {
    input: { ...site, page: "c1", limit: 20, search: "partner" },
    sends: "GET /v1/orgs/org1/sites/site1/share-links?page=c1&limit=20&search=partner",
  },
  createSiteShareLink: {
    input: { ...site, name: "Partners" },
    sends: "POST /v1/orgs/org1/sites/site1/share-links",
    body: { name: "Partners" },
  },
  updateSiteShareLinkById: {
    input: { ...site, shareLinkId: "link1", active: false, name: "Partners until May" },
    sends: "PATCH /v1/orgs/org1/sites/site1/share-links/link1",
    body: { active: false, name: "Partners until May" },
  },
  deleteSiteShareLinkById: {
    input: { ...site, shareLinkId: "link1" },
    sends: "DELETE /v1/orgs/org1/sites/site1/share-links/link1",
  },

  publishSite: { input: site, sends: "POST /v1/orgs/org1/sites/site1/publish" },
  unpublishSite: { input: site, sends: "POST /v1/orgs/org1/sites/site1/unpublish" },
  getPublishedContentSite: {
    input: { ...site, shareKey: "k3y" },
    sends: "GET /v1/orgs/org1/sites/site1/published?shareKey=k3y",
  },
  getSitePublishingAuthById: { input: site, sends: "GET /v1/orgs/org1/sites/site1/publishing/auth" },
  updateSitePublishingAuthById: {
    input: { ...site, backend: "custom", fallbackURL: "https://acme.com/login", logoutURL: null },
    sends: "PATCH /v1/orgs/org1/sites/site1/publishing/auth",
    body: { backend: "custom", fallbackURL: "https://acme.com/login", logoutURL: null },
  },
  getSitePublishingPreviewById: {
    input: { ...site, siteSpace: "sp1", claims: "(plan:pro)", draft: false, target: "https://acme.com/docs" },
    sends:
      "GET /v1/orgs/org1/sites/site1/publishing/preview?siteSpace=sp1&claims=%28plan%3Apro%29&draft=false&target=https%3A%2F%2Facme.com%2Fdocs",
  },
};
