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
  return all.find((site) => isAddressOf(id, site)) ?? pick(named, all, siteKind);
}

/** Whether an address lies below one that the site has: where it is read, or where it is administered. */
function isAddressOf(address: string, { urls }: Site): boolean {
  if (!/^https?:\/\//.test(address)) return false;
  return [urls.published, urls.app, urls.preview].some((url) => {
    const base = url?.replace(/\/+$/, "");
    return base !== undefined && (address === base || address.startsWith(`${base}/`));
  });
}
