import type { Site } from "../../contract/models/site.ts";
import type { SiteCustomization } from "../../contract/models/site-customization.ts";
import type { Viewer } from "../access/levels-rows.ts";
import { may } from "../access/roles.ts";
import { scopesOf } from "../access/scope.ts";
import { findSpaces } from "../access/spaces-rows.ts";
import { appAddress } from "../kernel/app-address.ts";
import type { Context } from "../kernel/context.ts";
import type { ColumnMembers, Shown } from "../kernel/database/row-view.ts";
import { definedMembers } from "../kernel/defined-members.ts";
import type { SiteScope } from "./site-access.ts";
import { previewUrl, proxyTarget, siteUrl } from "./site-addresses.ts";
import type { SiteRow } from "./sites-rows.ts";
import { spacesOfSites } from "./structure-rows.ts";

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

export async function presentSite(context: Context, { site, viewer }: SiteScope): Promise<Site> {
  const [presented] = await presentSites(context, viewer, [site]);
  if (presented === undefined) throw new Error(`Site ${site.id} was not presented`);
  return presented;
}

/** In a fixed number of questions to the store, however many there are. */
export async function presentSites(context: Context, viewer: Viewer, sites: readonly SiteRow[]): Promise<Site[]> {
  const counts = await countVisible(
    context,
    viewer,
    sites.map(({ id }) => id),
  );
  const role = viewer.role as SiteScope["role"];
  return sites.map((site) => {
    const published = siteUrl(site, context.origin);
    const shown: Shown<typeof members, Site> = {
      id: site.id,
      type: site.type as Site["type"],
      title: site.title,
      icon: iconOf(site),
      hostname: site.hostname ?? undefined,
      basename: site.basename,
      proxy: site.proxy === null ? undefined : { origin: site.proxy, target: proxyTarget(site, context.origin) },
      visibility: site.visibility as Site["visibility"],
      published: site.published === 1,
      createdAt: site.created_at,
      adaptiveContent: site.adaptive_content === null ? undefined : { enabled: site.adaptive_content === 1 },
      agentsContext: site.agents_context as Site["agentsContext"],
    };
    return {
      object: "site",
      ...definedMembers(shown),
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
    };
  });
}

/** The favicon stands for the site; null without one. */
function iconOf({ customization }: SiteRow): Site["icon"] {
  if (customization === null) return null;
  const { icon, emoji } = (JSON.parse(customization) as SiteCustomization).favicon;
  if (icon === undefined && emoji === undefined) return null;
  return { ...(icon === undefined ? {} : { icon }), ...(emoji === undefined ? {} : { emoji }) };
}

/** How many spaces of each site the viewer may see. */
async function countVisible(context: Context, viewer: Viewer, sites: readonly string[]): Promise<Map<string, number>> {
  const shown = await spacesOfSites(context.queries, sites);
  const spaces = await findSpaces(context.queries, [...new Set(shown.map(({ space }) => space))]);
  const own = spaces.filter((space) => space.organization === viewer.organization && space.deleted_at === null);
  const visible = new Set(
    (await scopesOf(context, viewer, own)).flatMap(({ space, role }) => (may(role, "view") ? space.id : [])),
  );
  const counts = new Map<string, number>();
  for (const { site, space } of shown) if (visible.has(space)) counts.set(site, (counts.get(site) ?? 0) + 1);
  return counts;
}
