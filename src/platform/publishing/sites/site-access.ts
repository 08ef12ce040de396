import { may, type Permission } from "../../access/roles.ts";
import { type OrganizationScope, organizationFor, requirePermission } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { openColumn } from "../../kernel/secrets/sealed-columns.ts";
import { type Claims, knownClaims, parseAdaptiveSchema, VisitorConditions } from "./adaptive-schema.ts";
import { findSite, type SiteRow } from "./sites-rows.ts";

/** A site and the caller's rights to it. Sites have no grants of their own; the role in the organization decides. */
export interface SiteScope extends OrganizationScope {
  readonly site: SiteRow;
}

interface SiteName {
  readonly organizationId: string;
  readonly siteId: string;
}

/** Returns a site for which the caller has the permission. Guests see no sites. */
export async function siteFor(context: Context, name: SiteName, permission: Permission): Promise<SiteScope> {
  const scope = await findVisibleSite(context, name);
  if (scope === undefined) throw absentSite(name.siteId);
  requirePermission(scope.role, permission, `site ${name.siteId}`);
  return scope;
}

/** A site that the caller may see; throws only if the organization is not visible. */
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

/** The visitor who requests a page of a published site. */
export interface Visitor {
  readonly type?: "human" | "agent" | undefined;
  /** Signed with the site's private key, which proves its claims. */
  readonly jwtToken?: string | undefined;
  /** Attributes that anyone can set. */
  readonly unsignedClaims?: Claims | undefined;
}

/** The longest life of a visitor's token, in seconds. */
const maxTokenAge = 24 * 60 * 60;

/** How far the clock of whoever signs tokens may be ahead, in seconds. */
const clockTolerance = 60;

/** The claims in a visitor's token; undefined if it was not signed with the site's key, or is not valid at this time. */
export async function readVisitorToken(
  queries: Queries,
  site: Pick<SiteRow, "id" | "auth_key">,
  token: string,
  now: string,
): Promise<Claims | undefined> {
  const { errors, jwtVerify } = await import("jose");
  const key = openColumn(queries, "site.auth_key", site);
  const seconds = Date.parse(now) / 1000;
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ["HS256"],
      currentDate: new Date(now),
    });
    const { iat, exp } = payload;
    // Without a time of issue, only a near end shows that the token is not older than it may be.
    const isCurrent =
      iat === undefined
        ? exp !== undefined && exp <= seconds + maxTokenAge
        : iat <= seconds + clockTolerance && iat > seconds - maxTokenAge;
    return isCurrent ? payload : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Evaluates a site's conditions for a visitor. Undefined, meaning all hold, while adaptive content is off. */
export function conditionsFor(site: SiteRow, signed: Claims, unsigned: Claims): VisitorConditions | undefined {
  if (site.adaptive_content !== 1) return undefined;
  return new VisitorConditions(knownClaims(parseAdaptiveSchema(site), { ...signed, unsigned }));
}
