import type { StoredMap } from "../content/content-map.ts";
import { children, findPage, findPageByPath } from "../content/page-tree.ts";
import type { PageRecord } from "../content/records.ts";
import { findRedirected } from "../content/redirects.ts";
import { revisionContent } from "../content/space-content.ts";
import type { Context } from "../kernel/context.ts";
import type { Queries } from "../kernel/database/tables.ts";
import type { PublishedAddress } from "../spaces/index.ts";
import { SiteLayout, type Variant } from "./site-layout.ts";
import { siteUrl, variantPath } from "./site-paths.ts";
import { findPublishedSitesOf } from "./sites-rows.ts";

export interface PublishedPage {
  readonly page: PageRecord;
  readonly map: StoredMap;
  /** Whether it is the home page of the variant. */
  readonly isHome: boolean;
  /** Whether the path is a former path of the page. */
  readonly moved: boolean;
}

interface PagePlace {
  readonly variant: Variant;
  readonly revision: string;
  /** Slugs; empty for the home page. */
  readonly pagePath: string;
}

/** Finds the page at a path of a variant, current or former. */
export async function findPublishedPage(
  reading: Pick<Context, "queries" | "content">,
  { variant, revision, pagePath }: PagePlace,
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
 * The addresses of some spaces for readers, by space id: on the site with the widest visibility, the oldest such site
 * if there are several. Sites whose addresses contain a secret are left out.
 */
export async function publishedAddresses(
  queries: Queries,
  origin: string,
  spaces: readonly string[],
): Promise<Map<string, PublishedAddress>> {
  const sites = (await findPublishedSitesOf(queries, spaces)).filter(({ visibility }) => visibility !== "share-link");
  const layouts = await SiteLayout.forAnybody(queries, sites);
  const found = new Map<string, PublishedAddress>();
  const openFirst = [...layouts].sort((one, other) => rank(one) - rank(other));
  for (const layout of openFirst) {
    for (const variant of layout.allVariants) {
      if (found.has(variant.space.id)) continue;
      found.set(variant.space.id, {
        url: siteUrl(layout.site, origin) + variantPath(layout, variant),
        isPublic: layout.site.visibility === "public",
      });
    }
  }
  return found;
}

const rank = ({ site }: SiteLayout) => (site.visibility === "public" ? 0 : site.visibility === "unlisted" ? 1 : 2);
