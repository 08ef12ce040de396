import type { Queries } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { findShareLinkByKey } from "./share-links-rows.ts";
import type { SiteRow } from "./sites-rows.ts";

/** Whether a secret opens a site: one of a share link that is not switched off, while the site is for such links. */
export async function opensSite(queries: Queries, site: SiteRow, key: string): Promise<boolean> {
  if (site.visibility !== "share-link") return false;
  return (await findShareLinkByKey(queries, site.id, key))?.active === 1;
}

/** The secret to put into addresses; undefined where the site is not for share links. Throws `not_found`. */
export async function readShareKey(
  queries: Queries,
  site: SiteRow,
  key: string | undefined,
): Promise<string | undefined> {
  if (key === undefined || site.visibility !== "share-link") return undefined;
  if (await opensSite(queries, site, key)) return key;
  throw new Problem("not_found", `shareKey: site ${site.id} has no active share link with this secret.`);
}
