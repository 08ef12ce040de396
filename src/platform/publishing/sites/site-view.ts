import type { Site } from "../../../contract/models/site.ts";
import type { SiteCustomization } from "../../../contract/models/site-customization.ts";
import type {
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
} from "../../../contract/models/site-structure.ts";
import type { Space } from "../../../contract/models/space.ts";
import type { Viewer } from "../../access/levels-rows.ts";
import { may } from "../../access/roles.ts";
import { getSpaceScopes } from "../../access/scope.ts";
import { findSpaces } from "../../access/spaces-rows.ts";
import { appAddress } from "../../kernel/app-address.ts";
import type { Context } from "../../kernel/context.ts";
import type { ColumnMembers, Members, Shown } from "../../kernel/database/row-view.ts";
import { definedMembers } from "../../kernel/defined-members.ts";
import { presentSpaces } from "../../workspace/spaces/index.ts";
import type { SiteScope } from "./site-access.ts";
import type { Section, SiteLayout, Variant } from "./site-layout.ts";
import { previewUrl, proxyTarget, sectionPath, siteUrl, variantPath } from "./site-paths.ts";
import type { SiteRow } from "./sites-rows.ts";
import { type GroupRow, spacesOfSites } from "./structure-rows.ts";

const members = {
  id: "id",
  organization: "internal",
  type: "type",
  title: "title",
  basename: "basename",
  hostname: "hostname",
  proxy: "proxy",
  visibility: "visibility",
  published: "published",
  adaptive_content: "adaptiveContent",
  agents_context: "agentsContext",
  default_section: "internal",
  default_site_space: "internal",
  customization: "icon",
  adaptive_schema: "internal",
  adaptive_schema_at: "internal",
  auth_backend: "internal",
  auth_fallback_url: "internal",
  auth_logout_url: "internal",
  auth_key: "internal",
  version: "internal",
  created_at: "createdAt",
  updated_at: "internal",
} as const satisfies ColumnMembers<"site", Site>;

const variantMembers = {
  id: "id",
  site: "internal",
  section: "section",
  space: "space",
  path: "path",
  title: "title",
  condition: "condition",
  page: "pageId",
  draft: "draft",
  hidden: "hidden",
  customization: "internal",
  position: "internal",
} as const satisfies ColumnMembers<"site_space", SiteSpace>;

const sectionMembers = {
  id: "id",
  site: "internal",
  section_group: "sectionGroup",
  title: "title",
  localized_title: "localizedTitle",
  description: "description",
  localized_description: "localizedDescription",
  path: "path",
  icon: "icon",
  condition: "condition",
  draft: "draft",
  default_site_space: "internal",
  position: "internal",
} as const satisfies ColumnMembers<"site_section", SiteSection>;

const groupMembers = {
  id: "id",
  site: "internal",
  section_group: "sectionGroup",
  title: "title",
  icon: "icon",
  position: "internal",
} as const satisfies ColumnMembers<"site_section_group", SiteSectionGroup>;

export async function presentSite(context: Context, { site, viewer }: SiteScope): Promise<Site> {
  const [presented] = await presentSites(context, viewer, [site]);
  if (presented === undefined) throw new Error(`Site ${site.id} was not presented`);
  return presented;
}

/** Uses a fixed number of queries, however many sites there are. */
export async function presentSites(context: Context, viewer: Viewer, sites: readonly SiteRow[]): Promise<Site[]> {
  const counts = await countVisible(
    context,
    viewer,
    sites.map(({ id }) => id),
  );
  const role = context.reader === undefined ? (viewer.role as SiteScope["role"]) : "read";
  return sites.map((site) => {
    const published = siteUrl(site, context.origin);
    const shown: Shown<typeof members, Site> = {
      id: site.id,
      type: site.type as Site["type"],
      title: site.title,
      icon: getIcon(site),
      hostname: site.hostname ?? undefined,
      basename: site.basename,
      proxy: site.proxy === null ? undefined : { origin: site.proxy, target: proxyTarget(site, context.origin) },
      visibility: site.visibility as Site["visibility"],
      published: site.published === 1,
      createdAt: site.created_at,
      adaptiveContent: site.adaptive_content === null ? undefined : { enabled: site.adaptive_content === 1 },
      agentsContext: site.agents_context as Site["agentsContext"],
    };
    const presented: Members<Site> = {
      object: "site",
      ...shown,
      appliedType: shown.type,
      defaultLevel: "inherit",
      permissions: {
        view: may(role, "view"),
        access: may(role, "view"),
        edit: may(role, "edit"),
        create: may(role, "create"),
        admin: may(role, "admin"),
        installIntegration: may(role, "admin"),
        viewAdaptiveSchema: may(role, "view"),
        editAdaptiveSchema: may(role, "admin"),
      },
      siteSpaces: counts.get(site.id) ?? 0,
      features: [],
      urls: {
        location: `${context.origin}/v1/orgs/${site.organization}/sites/${site.id}`,
        app: appAddress(context, { kind: "site", organization: site.organization, id: site.id }),
        ...(site.published === 1 ? { published } : {}),
        preview: previewUrl(site, context.origin),
      },
      ads: undefined,
    };
    return definedMembers(presented);
  });
}

/** The favicon serves as the site's icon; null without one. */
function getIcon({ customization }: SiteRow): Site["icon"] {
  if (customization === null) return null;
  const { icon, emoji } = (JSON.parse(customization) as SiteCustomization).favicon;
  if (icon === undefined && emoji === undefined) return null;
  return { ...(icon === undefined ? {} : { icon }), ...(emoji === undefined ? {} : { emoji }) };
}

/** How many spaces of each site the viewer can see. */
async function countVisible(context: Context, viewer: Viewer, sites: readonly string[]): Promise<Map<string, number>> {
  const shown = await spacesOfSites(context.queries, sites);
  const spaces = await findSpaces(context.queries, [...new Set(shown.map(({ space }) => space))]);
  const own = spaces.filter((space) => space.organization === viewer.organization && space.deleted_at === null);
  const visible = new Set(
    (await getSpaceScopes(context, viewer, own)).flatMap(({ space, role }) => (may(role, "view") ? space.id : [])),
  );
  const counts = new Map<string, number>();
  for (const { site, space } of shown) if (visible.has(space)) counts.set(site, (counts.get(site) ?? 0) + 1);
  return counts;
}

/** Presents the structure of one site, or items of it. */
export class StructurePresenter {
  readonly #layout: SiteLayout;
  readonly #location: string;
  /** Undefined while the site is not published. */
  readonly #published: string | undefined;
  readonly #spaces: ReadonlyMap<string, Space>;

  private constructor(layout: SiteLayout, origin: string, spaces: ReadonlyMap<string, Space>, shareKey?: string) {
    const { site } = layout;
    this.#layout = layout;
    this.#location = `${origin}/v1/orgs/${site.organization}/sites/${site.id}`;
    this.#published = site.published === 1 ? siteUrl(site, origin, shareKey) : undefined;
    this.#spaces = spaces;
  }

  /** Reads the spaces of the variants; with a share key, addresses use that share link. */
  static async open(context: Context, layout: SiteLayout, shareKey?: string): Promise<StructurePresenter> {
    const presented = await presentSpaces(context, layout.allVariants);
    const spaces = new Map(presented.map((space) => [space.id, space]));
    return new StructurePresenter(layout, context.origin, spaces, shareKey);
  }

  structure(): SiteStructure {
    return this.#layout.hasSections
      ? { type: "sections", structure: this.#children(null) }
      : { type: "siteSpaces", structure: this.#layout.variants.map((variant) => this.siteSpace(variant)) };
  }

  siteSpace = (variant: Variant): SiteSpace => {
    const { row, space } = variant;
    const presented = this.#spaces.get(space.id);
    if (presented === undefined) throw new Error(`Space ${space.id} was not presented`);
    const shown: Shown<typeof variantMembers, SiteSpace> = {
      id: row.id,
      path: row.path,
      section: row.section ?? undefined,
      space: presented,
      title: row.title ?? space.title,
      condition: row.condition ?? undefined,
      pageId: row.page,
      draft: row.draft === 1,
      hidden: row.hidden === 1,
    };
    const siteSpace: Members<SiteSpace> = {
      object: "site-space",
      ...shown,
      default: this.#layout.isHomeVariant(variant),
      urls: this.#urls(`site-spaces/${row.id}`, variantPath(this.#layout, variant)),
      localizedTitle: undefined,
      hasAdvancedCustomizationFeature: undefined,
    };
    return definedMembers(siteSpace);
  };

  section = (section: Section): SiteSection => {
    const { row, variants } = section;
    const shown: Shown<typeof sectionMembers, SiteSection> = {
      id: row.id,
      title: row.title,
      localizedTitle: parsed<SiteSection["localizedTitle"]>(row.localized_title),
      description: row.description ?? undefined,
      localizedDescription: parsed<SiteSection["localizedDescription"]>(row.localized_description),
      condition: row.condition ?? undefined,
      sectionGroup: row.section_group ?? undefined,
      icon: row.icon ?? undefined,
      draft: row.draft === 1,
      path: row.path,
    };
    const presented: Members<SiteSection> = {
      object: "site-section",
      ...shown,
      default: this.#layout.isHomeSection(section),
      siteSpaces: variants.map(this.siteSpace),
      urls: this.#urls(`sections/${row.id}`, sectionPath(this.#layout, section)),
    };
    return definedMembers(presented);
  };

  group = (row: GroupRow): SiteSectionGroup => {
    const children = this.#children(row.id);
    const shown: Shown<typeof groupMembers, SiteSectionGroup> = {
      id: row.id,
      title: row.title,
      sectionGroup: row.section_group ?? undefined,
      icon: row.icon ?? undefined,
    };
    const presented: Members<SiteSectionGroup> = {
      object: "site-section-group",
      ...shown,
      sections: children.filter((child) => child.object === "site-section"),
      draft: false,
      children,
      urls: { location: `${this.#location}/section-groups/${row.id}` },
      localizedTitle: undefined,
    };
    return definedMembers(presented);
  };

  #children(group: string | null): (SiteSection | SiteSectionGroup)[] {
    return this.#layout.listChildren(group).map((child) => ("row" in child ? this.section(child) : this.group(child)));
  }

  #urls(location: string, path: string): { location: string; published?: string } {
    return {
      location: `${this.#location}/${location}`,
      ...(this.#published === undefined ? {} : { published: this.#published + path }),
    };
  }
}

const parsed = <Value>(json: string | null): Value | undefined =>
  json === null ? undefined : (JSON.parse(json) as Value);
