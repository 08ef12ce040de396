import { may, type Permission } from "../access/roles.ts";
import { type OrganizationScope, organizationFor, requirePermission } from "../access/scope.ts";
import type { Context } from "../kernel/context.ts";
import { Problem } from "../kernel/problem.ts";
import { findSite, type SiteRow } from "./sites-rows.ts";

/** A site, and what the caller may do with it: a site has no grants of its own, the role in the organization counts. */
export interface SiteScope extends OrganizationScope {
  readonly site: SiteRow;
}

interface SiteName {
  readonly organizationId: string;
  readonly siteId: string;
}

/** A site that the caller may use so. Guests see none. */
export async function siteFor(context: Context, name: SiteName, permission: Permission): Promise<SiteScope> {
  const scope = await findVisibleSite(context, name);
  if (scope === undefined) throw absentSite(name.siteId);
  requirePermission(scope.role, permission, `site ${name.siteId}`);
  return scope;
}

/** A site that the caller may see; throws only where the organization is not to be seen. */
export async function findVisibleSite(
  context: Context,
  { organizationId, siteId }: SiteName,
): Promise<SiteScope | undefined> {
  const scope = await organizationFor(context, organizationId, "enter");
  if (!may(scope.role, "view")) return undefined;
  const site = await findSite(context.queries, organizationId, siteId);
  return site && { ...scope, site };
}

const absentSite = (id: string) =>
  new Problem("not_found", `siteId: there is no site ${id}, or this token may not see it.`);
