import { z } from "zod";
import { Id, OrganizationId, SiteId, SiteSectionGroupId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { IconName, SectionGroupTitle, SiteSectionGroup } from "../models/site-structure.ts";
import { del, get, patch, post } from "../operation.ts";

const params = { organizationId: OrganizationId, siteId: SiteId };

export const siteSectionGroups = {
  list: get("/orgs/{organizationId}/sites/{siteId}/section-groups", {
    id: "listSiteSectionGroups",
    summary: "List a site's section groups, with what is in each",
    effect: "read",
    forReaders: true,
    params,
    query: paging,
    returns: listOf(SiteSectionGroup),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  create: post("/orgs/{organizationId}/sites/{siteId}/section-groups", {
    id: "addSectionGroupToSite",
    summary: "Create a section group in a site's navigation, and move sections into it",
    effect: "create",
    reach: "administers",
    params,
    body: {
      title: SectionGroupTitle.describe("Name in the navigation"),
      icon: IconName.nullable().optional().describe("Icon next to the title, such as `gear`"),
      sections: z.array(Id).optional().describe("Sections to move into it, in order"),
      parent: Id.optional().describe("Group to nest it in; the root when left out"),
    },
    returns: SiteSectionGroup,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  remove: del("/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}", {
    id: "deleteSiteSectionGroupById",
    summary: "Remove a section group from a site's navigation",
    effect: "delete",
    reach: "deletes",
    params: { ...params, siteSectionGroupId: SiteSectionGroupId },
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  update: patch("/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}", {
    id: "updateSiteSectionGroupById",
    summary: "Change a section group's title or icon",
    effect: "update",
    reach: "administers",
    params: { ...params, siteSectionGroupId: SiteSectionGroupId },
    body: {
      title: SectionGroupTitle.optional().describe("Name in the navigation"),
      icon: IconName.nullable().optional().describe("Icon next to the title; null for none"),
    },
    returns: SiteSectionGroup,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  addSection: post("/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections", {
    id: "addSectionToGroup",
    summary: "Move a section of the site into a section group",
    effect: "update",
    reach: "administers",
    params: { ...params, siteSectionGroupId: SiteSectionGroupId },
    body: { sectionId: Id.describe("Section to move") },
    returns: SiteSectionGroup,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
};
