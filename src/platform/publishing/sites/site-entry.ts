import { findActiveMember } from "../../access/people-rows.ts";
import { may } from "../../access/roles.ts";
import { visibleSpaceIds } from "../../access/spaces-rows.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import type { Claims, VisitorConditions } from "./adaptive-schema.ts";
import { opensSite } from "./share-links-rows.ts";
import { conditionsFor } from "./site-access.ts";
import type { SiteRow } from "./sites-rows.ts";

/** With what somebody comes to a published site. */
export interface PublishedEntry {
  readonly isAgent: boolean;
  /** Claims of a valid visitor token. */
  readonly signed: Claims | undefined;
  /** Attributes that anyone can set. */
  readonly unsigned: Claims;
  readonly shareKey: string | undefined;
}

/** What a preview shows, on behalf of the member who requested it. */
export interface PreviewEntry {
  readonly user: string;
  readonly draft: boolean;
  readonly claims: Claims;
}

/** What a site shows to a visitor who has access. */
export interface Admission {
  /** Whether drafts are included. */
  readonly drafts: boolean;
  /** Evaluates conditions; undefined if all hold. */
  readonly conditions: VisitorConditions | undefined;
  /** Whether a space may be read by its id. */
  mayRead(space: string): boolean;
}

/**
 * Undefined if the site is closed to this visitor. Sites for share links and signed-in visitors check their secrets.
 */
export async function admitVisitor(
  queries: Queries,
  site: SiteRow,
  { isAgent, signed, unsigned, shareKey }: PublishedEntry,
): Promise<Admission | undefined> {
  if (site.published !== 1) return undefined;
  if (isAgent && site.agents_context === "excluded") return undefined;
  if (site.visibility === "visitor-auth" && signed === undefined) return undefined;
  if (site.visibility === "share-link" && (shareKey === undefined || !(await opensSite(queries, site, shareKey)))) {
    return undefined;
  }
  return { drafts: false, conditions: conditionsFor(site, signed ?? {}, unsigned), mayRead: () => true };
}

/** Undefined if the member may not see the site any more. */
export async function admitPreview(
  queries: Queries,
  site: SiteRow,
  { user, draft, claims }: PreviewEntry,
): Promise<Admission | undefined> {
  const viewer = await findActiveMember(queries, site.organization, user);
  if (viewer === undefined || !may(viewer.role as Parameters<typeof may>[0], "view")) return undefined;
  const readable = new Set(await visibleSpaceIds(queries, viewer));
  const { unsigned = {}, ...signed } = claims as { readonly unsigned?: Claims };
  return {
    drafts: draft,
    conditions: conditionsFor(site, signed, unsigned),
    mayRead: (space) => readable.has(space),
  };
}
