import { may, type Permission } from "../access/roles.ts";
import { type OrganizationScope, organizationFor, requirePermission } from "../access/scope.ts";
import type { Context } from "../kernel/context.ts";
import { Problem } from "../kernel/problem.ts";
import { adaptiveSchemaOf, type Claims, knownClaims, VisitorConditions } from "./adaptive-schema.ts";
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

/** Who asks for a page of a published site. */
export interface Visitor {
  readonly type?: "human" | "agent" | undefined;
  /** Signed with the site's private key; its claims are proved. */
  readonly jwtToken?: string | undefined;
  /** Attributes that anybody can set. */
  readonly unsignedClaims?: Claims | undefined;
}

/** The claims of a visitor's token; undefined for one that is not signed with the site's key, or that has expired. */
export async function readVisitorToken(
  { auth_key: key }: Pick<SiteRow, "auth_key">,
  token: string,
  now: string,
): Promise<Claims | undefined> {
  const { errors, jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ["HS256"],
      currentDate: new Date(now),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Decides the conditions of a site for a visitor of whom this is known. All hold while they are switched off. */
export function conditionsFor(site: SiteRow, signed: Claims, unsigned: Claims): VisitorConditions | undefined {
  if (site.adaptive_content !== 1) return undefined;
  return new VisitorConditions(knownClaims(adaptiveSchemaOf(site), { ...signed, unsigned }));
}
