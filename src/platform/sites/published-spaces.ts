import type { Queries } from "../kernel/database/tables.ts";
import type { PublishedAddress } from "../spaces/index.ts";
import { siteUrl, variantPath } from "./site-addresses.ts";
import { SiteLayout } from "./site-layout.ts";
import { findPublishedSitesOf } from "./sites-rows.ts";

/**
 * Where readers find some spaces, by id: on the site that is open to most, of these on the oldest. Sites whose addresses
 * hold a secret are left out.
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
