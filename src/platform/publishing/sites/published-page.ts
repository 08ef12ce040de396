import type { StoredMap } from "../../content/content-map.ts";
import { children, findPage, findPageByPath } from "../../content/page-tree.ts";
import type { PageRecord } from "../../content/records.ts";
import { findRedirected } from "../../content/redirects.ts";
import { revisionContent } from "../../content/space-content.ts";
import type { Context } from "../../kernel/context.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import type { ReadersAccess } from "../../workspace/spaces/index.ts";
import { SiteLayout, type Variant } from "./site-layout.ts";
import { siteUrl, variantPath } from "./site-paths.ts";
import { findPublishedSitesShowing } from "./sites-rows.ts";

export interface PublishedPage {
  readonly page: PageRecord;
  readonly map: StoredMap;
  /** Whether it is the home page of the variant. */
  readonly isHome: boolean;
  /** Whether the path is a previous path of the page. */
  readonly moved: boolean;
}

interface PageLocation {
  readonly variant: Variant;
  readonly revision: string;
  /** Slugs; empty for the home page. */
  readonly pagePath: string;
}

/** Finds the page at a path of a variant, current or previous. */
export async function findPublishedPage(
  reading: Pick<Context, "queries" | "content">,
  { variant, revision, pagePath }: PageLocation,
): Promise<PublishedPage | undefined> {
  const map = await revisionContent(reading, variant.space.id, revision);
  const home = await homePage(map, variant.row.page);
  if (pagePath === "") return home && { page: home, map, isHome: true, moved: false };
  const page = await findPageByPath(map, pagePath);
  if (page !== undefined) return { page, map, isHome: page.id === home?.id, moved: false };
  const moved = await findRedirected(map, pagePath);
  return moved && { page: moved, map, isHome: moved.id === home?.id, moved: true };
}

/** The chosen page, or the first page that has text, searching inside groups. */
async function homePage(map: StoredMap, chosen: string | null): Promise<PageRecord | undefined> {
  const own = chosen === null ? undefined : await findPage(map, chosen);
  return own ?? firstPage(map, null);
}

async function firstPage(map: StoredMap, parent: string | null): Promise<PageRecord | undefined> {
  for (const page of await children(map, parent)) {
    if (page.hidden === true) continue;
    if (page.type === "document") return page;
    const inside = page.type === "group" ? await firstPage(map, page.id) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/**
 * How readers reach some spaces, by space id: with the widest visibility of the published sites that show a space, at
 * its address on the site with the widest, the oldest such site if there are several. Addresses that contain a secret
 * are left out. Spaces that no published site shows are absent.
 */
export async function readersAccess(
  queries: Queries,
  origin: string,
  spaces: readonly string[],
): Promise<Map<string, ReadersAccess>> {
  const layouts = await SiteLayout.forAnybody(queries, await findPublishedSitesShowing(queries, spaces));
  const found = new Map<string, ReadersAccess>();
  const openFirst = [...layouts].sort((one, other) => rank(one) - rank(other));
  for (const layout of openFirst) {
    const { visibility } = layout.site;
    for (const variant of layout.allVariants) {
      const known = found.get(variant.space.id) ?? { visibility: readVisibility(visibility), url: undefined };
      if (known.url === undefined && visibility !== "share-link") {
        found.set(variant.space.id, { ...known, url: siteUrl(layout.site, origin) + variantPath(layout, variant) });
      } else found.set(variant.space.id, known);
    }
  }
  return found;
}

/** From the widest to the narrowest. */
const visibilities = ["public", "unlisted", "share-link", "visitor-auth"] as const;

/** The visibility of a site; a value of a later release counts as the narrowest. */
export const readVisibility = (text: string) => visibilities.find((one) => one === text) ?? "visitor-auth";

const rank = ({ site }: SiteLayout) => visibilities.indexOf(readVisibility(site.visibility));
