import type { PublishedContent, PublishingAuth } from "../../../contract/models/site-publishing.ts";
import type { Context } from "../../kernel/context.ts";
import { definedMembers } from "../../kernel/defined-members.ts";
import { publishSiteEvent } from "../../kernel/events.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { Problem } from "../../kernel/problem.ts";
import { openColumn } from "../../kernel/secrets/sealed-columns.ts";
import type { Claims } from "./adaptive-schema.ts";
import { effectiveCustomization, parseCustomization } from "./customization.ts";
import { resolveAddress, type SiteRoute, versionIn } from "./resolve.ts";
import { readRison } from "./rison.ts";
import { readShareKey } from "./share-links-rows.ts";
import { siteFor, type Visitor } from "./site-access.ts";
import { SiteLayout } from "./site-layout.ts";
import { previewUrl, siteUrl, variantPath } from "./site-paths.ts";
import { presentSite, StructurePresenter } from "./site-view.ts";
import { type SiteRow, updateSite } from "./sites-rows.ts";
import { readStructure } from "./structure-rows.ts";

export const sitePublishing: Handlers<"sitePublishing"> = {
  async publish(input, context) {
    const scope = await siteFor(context, input, "admin");
    const { siteSpaces } = await readStructure(context.queries, scope.site.id);
    if (siteSpaces.length === 0) {
      throw new Problem("conflict", `Site ${scope.site.id} has no space yet. Add one with addSpaceToSite.`);
    }
    await setPublished(context, scope.site, 1);
    return presentSite(context, { ...scope, site: { ...scope.site, published: 1 } });
  },

  async unpublish(input, context) {
    const scope = await siteFor(context, input, "admin");
    await setPublished(context, scope.site, 0);
    return presentSite(context, { ...scope, site: { ...scope.site, published: 0 } });
  },

  async getPublished(input, context) {
    const scope = await siteFor(context, input, "view");
    const { site, viewer } = scope;
    const key = await readShareKey(context, site, input.shareKey);
    const layout = await SiteLayout.forMember(context, site, viewer);
    const presenter = await StructurePresenter.open(context, layout, key);
    return {
      object: "published-content-site",
      site: await presentSite(context, scope),
      structure: presenter.structure(),
      customizations: {
        site: parseCustomization(site),
        siteSpaces: Object.fromEntries(
          layout.allVariants.map(({ row }) => [row.id, effectiveCustomization(site, row)]),
        ),
      },
      scripts: [],
    };
  },

  async getAuth(input, context) {
    return presentAuth(context, (await siteFor(context, input, "admin")).site);
  },

  async updateAuth({ backend, fallbackURL, logoutURL, ...input }, context) {
    const { site } = await siteFor(context, input, "admin");
    if (backend === "integration") {
      throw new Problem(
        "bad_request",
        "backend: no integration that signs visitors in is installed on this site. Use custom, with tokens of your own server.",
      );
    }
    const change = {
      auth_backend: backend,
      ...(fallbackURL === undefined ? {} : { auth_fallback_url: fallbackURL }),
      ...(logoutURL === undefined ? {} : { auth_logout_url: logoutURL }),
    };
    await updateSite(context.queries, site.id, change, context.now);
    return presentAuth(context, { ...site, ...change });
  },

  async getPreview({ siteSpace, claims, draft, target, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "view");
    const layout = await SiteLayout.forMember(context, site, viewer);
    const base = previewUrl(site, context.origin);
    const variant = siteSpace === undefined ? undefined : layout.requireVariant(siteSpace, "siteSpace");
    const url = new URL(
      target === undefined
        ? base + (variant ? variantPath(layout, variant) : "")
        : inPreview(site, target, context.origin),
    );
    const version = versionIn(url);
    const preview = { site: site.id, user: context.user.id, draft, claims: readClaims(claims), version };
    url.searchParams.set("token", context.previewLinks.token(preview, context.now));
    return { url: url.href };
  },
};

async function setPublished(context: Context, site: SiteRow, published: 0 | 1): Promise<void> {
  if (site.published === published) return;
  await updateSite(context.queries, site.id, { published }, context.now);
  await publishSiteEvent(context, site, published === 1 ? "site_published" : "site_unpublished");
}

function presentAuth({ queries }: Context, site: SiteRow): PublishingAuth {
  return {
    object: "publishing-auth",
    backend: site.auth_backend as PublishingAuth["backend"],
    privateKey: openColumn(queries, "site.auth_key", site),
    ...(site.auth_fallback_url === null ? {} : { fallbackURL: site.auth_fallback_url }),
    ...(site.auth_logout_url === null ? {} : { logoutURL: site.auth_logout_url }),
  };
}

function readClaims(text: string | undefined): Claims {
  if (text === undefined || text === "") return {};
  const claims = readRison(text);
  if (typeof claims === "object" && claims !== null && !Array.isArray(claims)) return claims as Claims;
  throw new Problem("bad_request", "claims: must be an object in Rison, as in (plan:pro,beta:!t).");
}

/**
 * Maps a target to its preview address. A target is a preview or published address, or a path below the site's root.
 */
function inPreview(site: SiteRow, target: string, origin: string): string {
  const base = previewUrl(site, origin);
  const published = siteUrl(site, origin);
  if (target.startsWith(base)) return target;
  if (target.startsWith(published)) return base + target.slice(published.length);
  const path = target.replace(/^\/+/, "");
  const url = URL.canParse(path, base) ? new URL(path, base).href : "";
  if (url.startsWith(base)) return url;
  throw new Problem(
    "bad_request",
    `target: does not lead into the preview. Give an address below ${base} or a path within the site.`,
  );
}

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
  const { queries, now, previewToken } = context;
  // The caller's rights are not the visitor's: whoever may see the site in a browser gets the same response.
  const resolution = await resolveAddress(context, { url: new URL(url), visitor, previewToken, followsPreview: true });
  switch (resolution.kind) {
    case "missing":
      throw new Problem(
        "not_found",
        "url: does not belong to a published site. A preview needs the token of its address.",
      );
    case "unauthenticated":
      throw notSignedIn();
    case "redirect": {
      if (resolution.target === "content") return { target: "content", redirect: resolution.url };
      if (resolution.hasToken && !redirectOnError) throw notSignedIn();
      return { target: "external", redirect: resolution.url, site: resolution.site };
    }
    case "place":
      return present(resolution, await context.readerTokens.make(queries, resolution, now));
  }
}

function present(route: SiteRoute, apiToken: string): PublishedContent {
  const { site, section, variant, changeRequest, namedRevision, pagePath, shareKey, contextId } = route;
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
    basePath: route.basePath,
    siteBasePath: route.siteBasePath,
    apiToken,
    organization: site.organization,
    complete: route.complete,
    canonicalUrl: route.canonicalUrl,
    ...(route.preview ? { preview: true } : {}),
  };
}

const notSignedIn = () =>
  new Problem(
    "forbidden",
    "visitor.jwtToken: this site requires visitors to sign in, and this is not a valid visitor token. Sign one with the site's private key.",
  );
