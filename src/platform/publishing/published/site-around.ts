import type { ContentReference } from "../../../contract/models/content-reference.ts";
import type { SiteCustomization } from "../../../contract/models/site-customization.ts";
import type { AgentsView, HeaderLinkView, LinkView, SectionView, VariantView } from "../../../site/view.ts";
import { findPages, getPagePaths } from "../../content/page-tree.ts";
import { requireRoot } from "../../content/revisions-rows.ts";
import { SpaceContent } from "../../content/space-content.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import {
  encodedPath,
  parseCustomization,
  type SiteRoute,
  sectionPath,
  type Variant,
  variantPath,
} from "../sites/index.ts";
import type { ServedContent } from "./served-content.ts";

/** Header, footer, sections and variants of a site as a visitor to one of its contents sees them. */
export async function siteAround(
  queries: Queries,
  route: SiteRoute,
  customization: SiteCustomization,
  { hasModel }: { readonly hasModel: boolean },
): Promise<ServedContent["site"]> {
  const links = await linkHrefs(queries, route, customization);
  const holds = (condition: string | undefined) =>
    condition === undefined || (route.conditions?.holds(condition) ?? true);
  return {
    root: route.siteBasePath,
    agents: toAgentsView(route),
    customization,
    ...linkedParts(customization, links, holds),
    sections: listSections(route),
    variants: listVariants(route),
    ask: hasModel && customization.ai.mode !== "none" && !route.preview ? `${route.basePath}${askPath}` : undefined,
    feedback: takesFeedback(route, customization) ? `${route.basePath}${feedbackPath}` : undefined,
    isUnlisted: route.site.visibility !== "public" || route.preview,
  };
}

/** The parts of a customization that contain links. Links that lead nowhere for this reader are left out. */
export function linkedParts(
  { header, footer, announcement }: SiteCustomization,
  findHref: (reference: ContentReference) => string | undefined,
  holds: (condition: string | undefined) => boolean = () => true,
): Pick<ServedContent["site"], "headerLinks" | "footerGroups" | "announcement" | "home"> {
  const linked = (entries: readonly { readonly title: string; readonly to: ContentReference }[]): LinkView[] =>
    entries.flatMap(({ title, to }) => {
      const href = findHref(to);
      return href === undefined ? [] : [{ title, href }];
    });
  const announcementLink = announcement?.link === undefined ? undefined : linked([announcement.link])[0];
  return {
    headerLinks: header.links
      .filter(({ condition }) => holds(condition))
      .map(
        ({ title, to, style, links: below }): HeaderLinkView => ({
          title,
          href: to === null ? undefined : findHref(to),
          style,
          links: linked(below),
        }),
      ),
    footerGroups: footer.groups.map((group) => ({ title: group.title, links: linked(group.links) })),
    ...(header.primaryLink !== undefined && { home: findHref(header.primaryLink) }),
    ...(announcement?.enabled === true && {
      announcement: { message: announcement.message, style: announcement.style, link: announcementLink },
    }),
  };
}

function toAgentsView({ site, preview, siteBasePath }: SiteRoute): AgentsView | undefined {
  if (site.agents_context === "excluded") return undefined;
  return { mcp: hasEndpoint(site) && !preview ? `${siteBasePath}mcp` : undefined };
}

/** The path that ratings are sent to, below the root of a content. */
export const feedbackPath = "~feedback";

/** Where questions are sent, below the root of a content. */
export const askPath = "~ask";

const takesFeedback = ({ preview }: SiteRoute, { feedback }: SiteCustomization): boolean =>
  feedback.enabled && !preview;

/** Whether a site has an endpoint for agents: the page action for it also switches it on and off. */
export function hasEndpoint(site: SiteRoute["site"]): boolean {
  const { pageActions } = parseCustomization(site);
  return site.agents_context !== "excluded" && (pageActions.items?.includes("mcp") ?? pageActions.mcp !== false);
}

function listSections({ layout, section, siteBasePath }: SiteRoute): SectionView[] {
  const within = (group: string | null): SectionView[] =>
    layout.listChildren(group).flatMap((item): SectionView[] => {
      if ("row" in item) {
        const { title, description, icon } = item.row;
        const href = siteBasePath + sectionPath(layout, item);
        return [
          {
            title,
            href,
            description: description ?? undefined,
            icon: icon ?? undefined,
            isCurrent: item.row.id === section?.row.id,
            sections: [],
          },
        ];
      }
      const sections = within(item.id);
      if (sections.length === 0) return [];
      return [
        {
          title: item.title,
          icon: item.icon ?? undefined,
          isCurrent: sections.some(({ isCurrent }) => isCurrent),
          sections,
        },
      ];
    });
  return layout.hasSections ? within(null) : [];
}

/** Links each variant at the page that is being read, if it has one at the same path. */
function listVariants({ layout, section, variant, siteBasePath, pagePath }: SiteRoute): VariantView[] {
  const rest = pagePath.startsWith("~") || /\.(?:md|txt|xml)$/.test(pagePath) ? "" : encodedPath(pagePath);
  const entered = (other: Variant) => {
    const href = siteBasePath + variantPath(layout, other) + rest;
    return rest === "" || other === variant ? href : `${href}?fallback=true`;
  };
  return (section?.variants ?? layout.variants)
    .filter((other) => other.row.hidden === 0 || other === variant)
    .map((other) => ({
      title: other.row.title ?? other.space.title,
      href: entered(other),
      isCurrent: other === variant,
      language: other.space.language ?? undefined,
    }));
}

/** The targets of links in the customization: pages and spaces of the site, and external addresses. */
async function linkHrefs(
  queries: Queries,
  { layout, siteBasePath, variant }: SiteRoute,
  customization: SiteCustomization,
): Promise<(reference: ContentReference) => string | undefined> {
  const pages = new Map<string, string>();
  for (const [space, ids] of pagesBySpace(customization, variant.space.id)) {
    const shown = layout.allVariants.find((one) => one.space.id === space);
    if (shown === undefined) continue;
    const map = new SpaceContent(queries).at(await requireRoot(queries, space, shown.space.revision));
    const found = [...(await findPages(map, ids)).values()];
    const base = siteBasePath + variantPath(layout, shown);
    for (const [id, path] of await getPagePaths(map, found)) pages.set(`${space} ${id}`, base + encodedPath(path));
  }
  return (reference) => {
    switch (reference.kind) {
      case "url":
        return reference.url;
      case "page":
        return pages.get(`${reference.space ?? variant.space.id} ${reference.page}`);
      case "anchor": {
        const page = pages.get(`${reference.space ?? variant.space.id} ${reference.page ?? ""}`);
        return page && `${page}#${reference.anchor}`;
      }
      case "space": {
        const shown = layout.allVariants.find(({ space }) => space.id === reference.space);
        return shown && siteBasePath + variantPath(layout, shown);
      }
      default:
        return undefined;
    }
  };
}

function pagesBySpace({ header, footer, announcement }: SiteCustomization, own: string): Map<string, string[]> {
  const references = [
    ...header.links.flatMap(({ to, links }) => [to, ...links.map((link) => link.to)]),
    ...footer.groups.flatMap(({ links }) => links.map(({ to }) => to)),
    announcement?.link?.to,
    header.primaryLink,
  ];
  const found = new Map<string, string[]>();
  for (const reference of references) {
    if (reference?.kind !== "page" && reference?.kind !== "anchor") continue;
    if (reference.page === undefined) continue;
    const space = reference.space ?? own;
    found.set(space, [...(found.get(space) ?? []), reference.page]);
  }
  return found;
}
