import { z } from "zod";
import { ContentTemplate } from "../models/content-reference.ts";
import { Id, OrganizationId, SiteId, SiteSectionId } from "../models/id.ts";
import { localizedText } from "../models/language.ts";
import { listOf, paging } from "../models/paging.ts";
import { ShareKey } from "../models/site-publishing.ts";
import { Condition, IconName, SectionTitle, SitePath, SiteSection } from "../models/site-structure.ts";
import { del, get, patch, post } from "../operation.ts";
import { byFields } from "../reach.ts";

const params = { organizationId: OrganizationId, siteId: SiteId };

export const siteSections = {
  list: get("/orgs/{organizationId}/sites/{siteId}/sections", {
    id: "listSiteSections",
    summary: "List a site's sections, with the site spaces of each",
    effect: "read",
    forReaders: true,
    params,
    query: { shareKey: ShareKey.optional(), ...paging },
    returns: listOf(SiteSection),
    errors: ["not_found"],
    source: "public-api",
  }),
  create: post("/orgs/{organizationId}/sites/{siteId}/sections", {
    id: "addSectionToSite",
    summary: "Create a section of a site that shows a space",
    effect: "create",
    reach: {
      among: ["administers", "publishes"],
      of: ({ draft }) => (draft === true ? "administers" : "publishes"),
    },
    params,
    body: {
      spaceId: Id.nullable().describe("Space it shows; null makes an empty one"),
      template: ContentTemplate.optional().describe("Fills the space that null makes"),
      title: SectionTitle.nullable().optional().describe("Name in the navigation; the space's when left out"),
      icon: IconName.nullable().optional().describe("Icon next to the title, such as `gear`"),
      draft: z.boolean().default(false).describe("Show it in previews only"),
      pageId: Id.optional().describe("Page of the space to open first; its first when left out"),
      siteSectionGroupId: Id.optional().describe("Group to put it in; the root when left out"),
    },
    returns: SiteSection,
    errors: ["not_found", "forbidden", "conflict"],
    source: "public-api",
  }),
  update: patch("/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}", {
    id: "updateSiteSectionById",
    summary: "Rename a section, change its path, audience or default, or move it into another group",
    effect: "update",
    reach: byFields("administers", { condition: "publishes", draft: "publishes" }),
    params: { ...params, siteSectionId: SiteSectionId },
    body: {
      title: SectionTitle.optional().describe("Name in the navigation"),
      localizedTitle: localizedText(128).optional().describe("Title in further languages, by language code"),
      path: SitePath.optional().describe("Path segment within the site"),
      defaultSiteSpace: Id.optional().describe("Site space of the section to show first"),
      condition: Condition.nullable().optional().describe("Expression over visitors; null shows it to all"),
      icon: IconName.nullable().optional().describe("Icon next to the title; null for none"),
      draft: z.boolean().optional().describe("True keeps it to previews, false makes it live"),
      description: z.string().max(256).nullable().optional().describe("Line below the title; null for none"),
      localizedDescription: localizedText(256)
        .optional()
        .describe("Description in further languages, by language code"),
      siteSectionGroupId: Id.nullable().optional().describe("Group to move it into; null is the root"),
    },
    otherSuccess: [204],
    returns: SiteSection,
    errors: ["not_found", "forbidden", "conflict"],
    source: "public-api",
  }),
  remove: del("/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}", {
    id: "deleteSiteSectionById",
    summary: "Remove a section from a site's navigation",
    effect: "delete",
    reach: "deletes",
    params: { ...params, siteSectionId: SiteSectionId },
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
};
