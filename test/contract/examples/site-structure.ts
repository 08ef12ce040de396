import type { Examples } from "./example.ts";

const site = { organizationId: "org1", siteId: "site1" };
const template = { id: "handbook", params: { contentRefs: { logo: { kind: "file", file: "f1", space: "s1" } } } };

/** What a site shows and where: structure, sections, groups and site spaces. */
export const siteStructure: Examples = {
  getSiteStructure: {
    input: { ...site, shareKey: "k3y" },
    sends: "GET /v1/orgs/org1/sites/site1/structure?shareKey=k3y",
  },
  sortSiteStructure: {
    input: {
      ...site,
      item: { type: "site-section", id: "sec2" },
      position: { before: { type: "site-section-group", id: "grp1" } },
    },
    sends: "PATCH /v1/orgs/org1/sites/site1/structure/sort",
    body: {
      item: { type: "site-section", id: "sec2" },
      position: { before: { type: "site-section-group", id: "grp1" } },
    },
  },

  listSiteSections: {
    input: { ...site, shareKey: "k3y", page: "c1", limit: 20 },
    sends: "GET /v1/orgs/org1/sites/site1/sections?shareKey=k3y&page=c1&limit=20",
  },
  addSectionToSite: {
    input: {
      ...site,
      spaceId: "s2",
      template,
      title: "API reference",
      icon: "code",
      draft: true,
      pageId: "p1",
      siteSectionGroupId: "grp1",
    },
    sends: "POST /v1/orgs/org1/sites/site1/sections",
    body: {
      spaceId: "s2",
      template,
      title: "API reference",
      icon: "code",
      draft: true,
      pageId: "p1",
      siteSectionGroupId: "grp1",
    },
  },
  updateSiteSectionById: {
    input: {
      ...site,
      siteSectionId: "sec1",
      title: "Reference",
      localizedTitle: { fr: "Référence", "pt-br": "Referência" },
      path: "reference",
      defaultSiteSpace: "sp2",
      condition: 'visitor.claims.plan == "pro"',
      icon: "book",
      draft: false,
      description: "Every endpoint",
      localizedDescription: { fr: "Tous les points d'accès" },
      siteSectionGroupId: null,
    },
    sends: "PATCH /v1/orgs/org1/sites/site1/sections/sec1",
    body: {
      title: "Reference",
      localizedTitle: { fr: "Référence", "pt-br": "Referência" },
      path: "reference",
      defaultSiteSpace: "sp2",
      condition: 'visitor.claims.plan == "pro"',
      icon: "book",
      draft: false,
      description: "Every endpoint",
      localizedDescription: { fr: "Tous les points d'accès" },
      siteSectionGroupId: null,
    },
  },
  deleteSiteSectionById: {
    input: { ...site, siteSectionId: "sec1" },
    sends: "DELETE /v1/orgs/org1/sites/site1/sections/sec1",
  },

  listSiteSectionGroups: {
    input: { ...site, page: "c1", limit: 20 },
    sends: "GET /v1/orgs/org1/sites/site1/section-groups?page=c1&limit=20",
  },
  addSectionGroupToSite: {
    input: { ...site, title: "Products", icon: "boxes-stacked", sections: ["sec1", "sec2"], parent: "grp0" },
    sends: "POST /v1/orgs/org1/sites/site1/section-groups",
    body: { title: "Products", icon: "boxes-stacked", sections: ["sec1", "sec2"], parent: "grp0" },
  },
  deleteSiteSectionGroupById: {
    input: { ...site, siteSectionGroupId: "grp1" },
    sends: "DELETE /v1/orgs/org1/sites/site1/section-groups/grp1",
  },
  updateSiteSectionGroupById: {
    input: { ...site, siteSectionGroupId: "grp1", title: "All products", icon: null },
    sends: "PATCH /v1/orgs/org1/sites/site1/section-groups/grp1",
    body: { title: "All products", icon: null },
  },
  addSectionToGroup: {
    input: { ...site, siteSectionGroupId: "grp1", sectionId: "sec3" },
    sends: "POST /v1/orgs/org1/sites/site1/section-groups/grp1/sections",
    body: { sectionId: "sec3" },
  },

  addSpaceToSite: {
    input: { ...site, spaceId: null, template, sectionId: "sec1", draft: true, pageId: null, title: "Version 3" },
    sends: "POST /v1/orgs/org1/sites/site1/site-spaces",
    body: { spaceId: null, template, sectionId: "sec1", draft: true, pageId: null, title: "Version 3" },
  },
  listSiteSpaces: {
    input: { ...site, shareKey: "k3y", page: "c1", limit: 20, default: false },
    sends: "GET /v1/orgs/org1/sites/site1/site-spaces?shareKey=k3y&page=c1&limit=20&default=false",
  },
  updateSiteSpaceById: {
    input: {
      ...site,
      siteSpaceId: "sp1",
      path: "v2",
      condition: null,
      pageId: "p1",
      spaceId: "s3",
      hidden: true,
      draft: false,
    },
    sends: "PATCH /v1/orgs/org1/sites/site1/site-spaces/sp1",
    body: { path: "v2", condition: null, pageId: "p1", spaceId: "s3", hidden: true, draft: false },
  },
  deleteSiteSpaceById: {
    input: { ...site, siteSpaceId: "sp1" },
    sends: "DELETE /v1/orgs/org1/sites/site1/site-spaces/sp1",
  },
};
