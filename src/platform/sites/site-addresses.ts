import type { Section, SiteLayout, Variant } from "./site-layout.ts";
import type { SiteRow } from "./sites-rows.ts";

/** Below this path of the service every site has its own, by its basename. */
export const sitesPath = "/sites/";
/** Takes the place of a basename, none of which begins with `~`, in addresses of previews. */
export const previewName = "~preview";

type Addressed = Pick<SiteRow, "id" | "basename" | "hostname" | "proxy">;

/** Where readers find a site: its own host, another host's path, or the service's; ends with a slash. */
export function siteUrl({ basename, hostname, proxy }: Addressed, origin: string, shareKey?: string): string {
  const { protocol } = new URL(origin);
  const base =
    hostname !== null
      ? `${protocol}//${hostname}/`
      : proxy !== null
        ? `https://${proxy}/`
        : `${origin}${sitesPath}${basename}/`;
  return shareKey === undefined ? base : `${base}${encodeURIComponent(shareKey)}/`;
}

export const previewUrl = ({ id }: Pick<SiteRow, "id">, origin: string): string =>
  `${origin}${sitesPath}${previewName}/${id}/`;

/** Where a proxy has to send the requests for a site. */
export const proxyTarget = ({ basename }: Addressed, origin: string): string => `${origin}${sitesPath}${basename}`;

/** Path of a section from the site's root: empty for the default one, else with a slash at its end. */
export const sectionPath = (layout: SiteLayout, section: Section): string =>
  layout.isHomeSection(section) ? "" : `${encodeURIComponent(section.row.path)}/`;

/** Path of a variant from the site's root: empty for the default one of the default section. */
export function variantPath(layout: SiteLayout, variant: Variant): string {
  const section = layout.sectionOf(variant);
  const within = section === undefined ? "" : sectionPath(layout, section);
  return layout.isHomeVariant(variant) ? within : `${within}${encodeURIComponent(variant.row.path)}/`;
}

/** A path of slugs as part of an address. */
export const encodedPath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
