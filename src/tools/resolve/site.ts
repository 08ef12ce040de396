import { paginate } from "../../client/paginate.ts";
import type { Site } from "../../contract/models/site.ts";
import type { ToolContext } from "../tool.ts";
import { looksLikeId, lookUp } from "./lookup.ts";
import { type Kind, pick } from "./pick.ts";

const siteKind: Kind = { one: "site", many: "sites", none: "write_operation createSite makes one." };
/** Sites looked at for a title or an address. */
const mostSites = 1000;

/** A site by its id, title or an address below it. Throws ToolError with candidates. */
export async function findSite(named: string, organizationId: string, { client, signal }: ToolContext): Promise<Site> {
  const id = named.trim();
  const found = looksLikeId(id)
    ? await lookUp(client.sites.get({ organizationId, siteId: id }, { signal }))
    : undefined;
  if (found !== undefined) return found;
  const all: Site[] = [];
  for await (const site of paginate(client.sites.list, { organizationId, limit: 100 }, { signal })) {
    if (all.push(site) >= mostSites) break;
  }
  return siteAt(id, all) ?? pick(named, all, siteKind);
}

/** The site with the longest address that this one is or lies below: where it is read, or where it is administered. */
function siteAt(address: string, all: readonly Site[]): Site | undefined {
  const wanted = bare(address);
  let found: Site | undefined;
  let longest = 0;
  for (const site of all) {
    for (const url of [site.urls.published, site.urls.app, site.urls.preview]) {
      const base = bare(url ?? "");
      if (base.length <= longest || !(wanted === base || wanted.startsWith(`${base}/`))) continue;
      found = site;
      longest = base.length;
    }
  }
  return found;
}

/** An address without scheme, query, anchor and final slash. */
const bare = (address: string) =>
  address
    .replace(/^https?:\/\//i, "")
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "");
