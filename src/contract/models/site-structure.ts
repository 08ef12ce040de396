import { z } from "zod";
import { briefs } from "../brief.ts";
import { Id } from "./id.ts";
import { LocalizedText } from "./language.ts";
import { Space } from "./space.ts";

export const SectionTitle = z.string().min(2).max(128);

export const SectionGroupTitle = z.string().min(1).max(100);

/** Name of an icon in the icon set of published sites, such as `gear`. */
export const IconName = z.string().max(50);

/** An expression over the visitor's claims: `visitor.claims.plan == "pro"`. */
export const Condition = z.string().max(1024);

export const SitePath = z.string().min(1).max(100);

const location = z.string().optional().describe("Its address in the API");

const PublishedUrl = z.looseObject({
  location,
  published: z.string().optional().describe("Where readers find it; absent while unpublished"),
});

export const SiteSpace = z
  .looseObject({
    object: z.enum(["site-space"]).describe("Always `site-space`"),
    id: z.string().describe("Id of its place in the site, not of the space"),
    path: z.string().describe("Path segment within its section or the site"),
    section: z.string().optional().describe("Section it is in; absent in sites without sections"),
    space: Space.describe("The space that is shown"),
    title: z.string().describe("Name readers see in the list of variants"),
    localizedTitle: LocalizedText.optional().describe("Title in further languages, by language code"),
    default: z.boolean().optional().describe("The one shown first in its section or site"),
    condition: z.string().optional().describe("Expression over visitors that must hold to see it"),
    pageId: z.string().nullable().optional().describe("Its home page; null or absent is the space's first"),
    hasAdvancedCustomizationFeature: z.boolean().optional().describe("Paid customization applies to it"),
    draft: z.boolean().optional().describe("Only previews show it"),
    hidden: z.boolean().optional().describe("Reachable, and left out of the navigation"),
    urls: PublishedUrl.describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "title", "path"],
    listed: ["id", "title", "path", "space", "section", "default", "draft", "hidden", "condition"],
    defaults: { default: false, draft: false, hidden: false },
  });

export type SiteSpace = z.infer<typeof SiteSpace>;

export const SiteSection = z
  .looseObject({
    object: z.enum(["site-section"]).describe("Always `site-section`"),
    id: z.string().describe("Unique within the site"),
    title: z.string().describe("Name readers see in the navigation"),
    localizedTitle: LocalizedText.optional().describe("Title in further languages, by language code"),
    description: z.string().optional().describe("Line below the title in the navigation"),
    localizedDescription: LocalizedText.optional().describe("Description in further languages, by language code"),
    default: z.boolean().optional().describe("The one shown first in the site"),
    draft: z.boolean().optional().describe("Only previews show it"),
    path: z.string().describe("Path segment within the site"),
    condition: z.string().optional().describe("Expression over visitors that must hold to see it"),
    sectionGroup: z.string().optional().describe("Group it is in; absent at the root"),
    siteSpaces: z.array(SiteSpace).describe("Its variants: versions or languages of one content"),
    urls: PublishedUrl.describe("Where to find it"),
    icon: z.string().optional().describe("Name of the icon next to the title"),
  })
  .register(briefs, {
    named: ["id", "title", "path"],
    listed: ["id", "title", "path", "description", "default", "draft", "condition", "sectionGroup", "siteSpaces"],
    defaults: { default: false, draft: false },
  });

export type SiteSection = z.infer<typeof SiteSection>;

export const SiteExternalLink = z
  .looseObject({
    object: z.enum(["site-external-link"]).describe("Always `site-external-link`"),
    id: z.string().describe("Unique within the site"),
    title: z.string().describe("Name readers see in the navigation"),
    localizedTitle: LocalizedText.optional().describe("Title in further languages, by language code"),
    description: z.string().optional().describe("Line below the title in the navigation"),
    localizedDescription: LocalizedText.optional().describe("Description in further languages, by language code"),
    icon: z.string().optional().describe("Name of the icon next to the title"),
    url: z.string().describe("Where it leads, outside the site"),
    sectionGroup: z.string().optional().describe("Group it is in; absent at the root"),
    draft: z.boolean().describe("Only previews show it"),
    condition: z.string().optional().describe("Expression over visitors that must hold to see it"),
  })
  .register(briefs, {
    named: ["id", "title"],
    listed: ["id", "title", "url", "draft", "sectionGroup", "condition"],
    defaults: { draft: false },
  });

export type SiteExternalLink = z.infer<typeof SiteExternalLink>;

const groupMembers = {
  object: z.enum(["site-section-group"]).describe("Always `site-section-group`"),
  id: z.string().describe("Unique within the site"),
  title: SectionGroupTitle.describe("Name readers see in the navigation"),
  localizedTitle: LocalizedText.optional().describe("Title in further languages, by language code"),
  sectionGroup: z.string().optional().describe("Group it is nested in; absent at the root"),
  sections: z.array(SiteSection).describe("The sections among `children`, for older readers"),
  draft: z.boolean().optional().describe("Only previews show it"),
  icon: IconName.optional().describe("Name of the icon next to the title"),
  urls: z.looseObject({ location }).optional().describe("Where to find it"),
};

const GroupMembers = z.looseObject(groupMembers);

type Child = SiteSection | SiteExternalLink | SiteSectionGroup;

export type SiteSectionGroup = z.infer<typeof GroupMembers> & { children: Child[] };

export const SiteSectionGroup: z.ZodType<SiteSectionGroup> = GroupMembers.extend({
  children: z
    .lazy(() => z.array(z.union([SiteSection, SiteExternalLink, SiteSectionGroup])))
    .describe("What it holds, in order: sections, groups and external links"),
}).register(briefs, {
  named: ["id", "title"],
  listed: ["id", "title", "draft", "children"],
  defaults: { draft: false },
});

export const SiteStructure = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.enum(["sections"]).describe("The site is divided into sections"),
    structure: z
      .array(z.union([SiteSection, SiteSectionGroup, SiteExternalLink]))
      .describe("Root of the navigation, in order"),
  }),
  z.looseObject({
    type: z.enum(["siteSpaces"]).describe("The site has variants and no sections"),
    structure: z.array(SiteSpace).describe("Its variants, in order"),
  }),
]);

export type SiteStructure = z.infer<typeof SiteStructure>;

export const SiteStructureItem = z.union([SiteSpace, SiteSection, SiteSectionGroup, SiteExternalLink]);

export type SiteStructureItem = z.infer<typeof SiteStructureItem>;

export const SiteStructurePointer = z.object({
  type: z
    .enum(["site-space", "site-section", "site-section-group", "site-external-link"])
    .describe("What the id names"),
  id: Id.describe("The item's id in the site's structure"),
});

export type SiteStructurePointer = z.infer<typeof SiteStructurePointer>;
