import type { PublishedContent } from "../../contract/models/published-content.ts";
import { findActiveMember } from "../access/people-rows.ts";
import { may } from "../access/roles.ts";
import { scopesOf } from "../access/scope.ts";
import type { Context } from "../kernel/context.ts";
import { definedMembers } from "../kernel/defined-members.ts";
import type { Handlers } from "../kernel/handler.ts";
import { Problem } from "../kernel/problem.ts";
import { type Resolution, resolveAddress } from "./resolve.ts";
import { findSiteById } from "./sites-rows.ts";
import type { Visitor } from "./visitors.ts";

export const publishedUrls: Handlers<"urls"> = {
  resolvePublished: ({ url, redirectOnError, visitor }, context) => resolve(context, url, redirectOnError, visitor),

  getPublished: ({ url, redirectOnError, visitorAuthToken }, context) =>
    resolve(context, url, redirectOnError, { jwtToken: visitorAuthToken }),
};

async function resolve(
  context: Context,
  url: string,
  redirectOnError: boolean,
  visitor: Visitor | undefined,
): Promise<PublishedContent> {
  const resolution = await resolveAddress(context, { url: new URL(url), visitor, member: context.user.id });
  if (resolution.kind === "missing" || !(await mayKnow(context, resolution))) throw nothing();
  if (resolution.kind === "redirect") {
    if (resolution.target === "external" && !redirectOnError) throw notSignedIn();
    const { target, url: redirect, site } = resolution;
    return { target, redirect, ...(target === "external" ? { site } : {}) };
  }
  if (resolution.kind === "unauthenticated") throw notSignedIn();
  const { site, section, variant, changeRequest, namedRevision, pagePath, shareKey, contextId } = resolution;
  return {
    site: site.id,
    ...definedMembers({
      siteSection: section?.row.id,
      changeRequest: changeRequest?.id,
      revision: namedRevision,
      shareKey,
      contextId,
    }),
    siteSpace: variant.row.id,
    space: variant.space.id,
    pathname: `/${pagePath}`,
    basePath: resolution.basePath,
    siteBasePath: resolution.siteBasePath,
    apiToken: context.readerTokens.make(context),
    organization: site.organization,
    complete: resolution.complete,
    canonicalUrl: resolution.canonicalUrl,
    ...(resolution.preview ? { preview: true } : {}),
  };
}

const nothing = () =>
  new Problem("not_found", "url: this leads to no site that is published, or to one that this token may not see.");

const notSignedIn = () =>
  new Problem(
    "forbidden",
    "visitor.jwtToken: visitors of this site sign in, and this is not a valid token of one. Sign one with the site's private key.",
  );

/** Whoever renders a site reads its spaces with a token of the caller's: the caller must be able to. */
async function mayKnow(context: Context, resolution: Exclude<Resolution, { kind: "missing" }>): Promise<boolean> {
  const site = resolution.kind === "place" ? resolution.site : await findSiteById(context.queries, resolution.site);
  const viewer = site && (await findActiveMember(context.queries, site.organization, context.user.id));
  if (viewer === undefined || !may(viewer.role as Parameters<typeof may>[0], "view")) return false;
  if (resolution.kind !== "place") return true;
  const [scope] = await scopesOf(context, viewer, [resolution.variant.space]);
  return may(scope?.role ?? null, "view");
}
