import { createHash } from "node:crypto";
import { findChangeRequest } from "../access/change-requests-rows.ts";
import { findActiveMember } from "../access/people-rows.ts";
import { may } from "../access/roles.ts";
import { visibleSpaceIds } from "../access/spaces-rows.ts";
import { findRevision } from "../content/revisions-rows.ts";
import type { Context } from "../kernel/context.ts";
import { type Reuse, readAnew } from "../kernel/database/reused-reads.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import type { Claims, VisitorConditions } from "./adaptive-schema.ts";
import type { Preview } from "./preview-links.ts";
import { opensSite } from "./share-links-rows.ts";
import { conditionsFor, readVisitorToken, type Visitor } from "./site-access.ts";
import { type Section, SiteLayout, type Variant } from "./site-layout.ts";
import { previewName, sitesPath, siteUrl, variantPath } from "./site-paths.ts";
import {
  findSiteByBasename,
  findSiteByHostname,
  findSiteById,
  findSiteByProxy,
  listProxies,
  type SiteRow,
} from "./sites-rows.ts";

/** The part of a context that resolving needs; readers of published sites have no user. */
export type Resolving = Pick<Context, "queries" | "content" | "now" | "origin" | "previewLinks"> & {
  /** For what many addresses have in common; without it everything is read anew. */
  readonly reuse?: Reuse;
};

export interface AddressRequest {
  readonly url: URL;
  readonly visitor?: Visitor | undefined;
  /** Used instead of a token in the address. */
  readonly previewToken?: string | undefined;
  /** A signed-in member, who may see previews without a token. */
  readonly member?: string | undefined;
}

/** The place in a published site that an address leads to. The page itself may still be missing. */
export interface Place {
  readonly kind: "place";
  readonly site: SiteRow;
  /** The structure as this visitor sees it. */
  readonly layout: SiteLayout;
  readonly section: Section | undefined;
  readonly variant: Variant;
  /** The revision to read: the active one of the space, or of the previewed version. */
  readonly revision: string;
  readonly changeRequest: Row<"change_request"> | undefined;
  /** Set if the address names a revision. */
  readonly namedRevision: string | undefined;
  /** Slugs of the page; empty for the home page of the variant. */
  readonly pagePath: string;
  /** The whole path below the site's root, as redirects compare it. */
  readonly sitePath: string;
  /** Path of the site's root in the address, including a share link's secret; begins and ends with a slash. */
  readonly siteBasePath: string;
  /** Path of the variant's root in the address; begins and ends with a slash. */
  readonly basePath: string;
  readonly shareKey: string | undefined;
  /** Whether no further segment could name a section or variant. */
  readonly complete: boolean;
  readonly preview: boolean;
  /** Whether drafts are included. */
  readonly drafts: boolean;
  readonly canonicalUrl: string;
  /** Evaluates conditions of pages; undefined if all hold. */
  readonly conditions: VisitorConditions | undefined;
  /** Identifies a verified visitor's attributes; undefined without a token. */
  readonly contextId: string | undefined;
}

export type Resolution =
  | Place
  | {
      readonly kind: "redirect";
      /** `external` leads off the site, to sign in. */
      readonly target: "content" | "external";
      readonly site: string;
      readonly url: string;
    }
  /** Nothing exists there, or nothing that the visitor may know about. */
  | { readonly kind: "missing" }
  /** The visitor must sign in, and the site does not say where. */
  | { readonly kind: "unauthenticated"; readonly site: string };

const missing: Resolution = { kind: "missing" };

/** UTF-16 units. */
const longestPath = 2_048;

/** Resolves an address of a published site or of a preview. */
export async function resolveAddress(resolving: Resolving, request: AddressRequest): Promise<Resolution> {
  if (request.url.pathname.length > longestPath) return missing;
  const found = await findAddressed(resolving, request.url);
  if (found === undefined) return missing;
  const { site, preview: isPreview } = found;
  const entered = isPreview
    ? await enterPreview(resolving, site, request)
    : site.published === 1
      ? await enterPublished(resolving, found, request)
      : missing;
  if ("kind" in entered) return entered;
  return locate(resolving, { ...found, ...entered }, request.url);
}

interface Addressed {
  readonly site: SiteRow;
  readonly preview: boolean;
  /** Begins and ends with a slash. */
  readonly siteBasePath: string;
  /** Segments below it, decoded. */
  readonly segments: readonly string[];
}

async function findAddressed(
  { queries, reuse = readAnew }: Resolving,
  { hostname, pathname }: URL,
): Promise<Addressed | undefined> {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const below = (site: SiteRow | undefined, count: number, preview = false): Addressed | undefined =>
    site && {
      site,
      preview,
      siteBasePath: `/${segments
        .slice(0, count)
        .map((segment) => `${segment}/`)
        .join("")}`,
      segments: segments.slice(count).map(decoded),
    };
  const ofHost = await reuse(`site of host ${hostname}`, () => findSiteByHostname(queries, hostname));
  if (ofHost !== undefined) return below(ofHost, 0);
  const proxies = await reuse(`proxies on ${hostname}`, () => listProxies(queries, hostname));
  const proxy = longestProxy(proxies, `${hostname}/${segments.join("/")}`);
  if (proxy !== undefined) {
    const ofProxy = await reuse(`site of proxy ${proxy}`, () => findSiteByProxy(queries, proxy));
    return below(ofProxy, proxy.split("/").length - 1);
  }
  const [first, second, third] = segments;
  if (`/${first}/` !== sitesPath || second === undefined) return undefined;
  if (second !== previewName) {
    return below(await reuse(`site named ${second}`, () => findSiteByBasename(queries, second)), 2);
  }
  return third === undefined ? undefined : below(await findSiteById(queries, third), 3, true);
}

/** The longest of some proxy addresses that an address is at or below. */
function longestProxy(proxies: readonly string[], address: string): string | undefined {
  const around = proxies.filter((proxy) => `${address}/`.startsWith(`${proxy}/`));
  return around.sort((one, other) => other.length - one.length)[0];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The credentials that a request brings to a site. */
interface Entry {
  readonly segments: readonly string[];
  readonly siteBasePath: string;
  readonly shareKey: string | undefined;
  readonly drafts: boolean;
  readonly conditions: VisitorConditions | undefined;
  readonly contextId: string | undefined;
  /** Undefined if every space of the site may be read. */
  readonly readable: ReadonlySet<string> | undefined;
}

async function enterPreview(
  { queries, now, previewLinks }: Resolving,
  site: SiteRow,
  { url, previewToken, member }: AddressRequest,
): Promise<Omit<Entry, "segments" | "siteBasePath"> | Resolution> {
  const token = previewToken ?? url.searchParams.get("token") ?? undefined;
  const preview: Omit<Preview, "site"> | undefined =
    token === undefined
      ? member === undefined
        ? undefined
        : { user: member, draft: true, claims: {} }
      : previewLinks.read(token, site.id, now);
  const viewer = preview && (await findActiveMember(queries, site.organization, preview.user));
  if (preview === undefined || viewer === undefined || !may(viewer.role as Parameters<typeof may>[0], "view")) {
    return missing;
  }
  const { unsigned = {}, ...signed } = preview.claims as { readonly unsigned?: Claims };
  return {
    shareKey: undefined,
    drafts: preview.draft,
    conditions: conditionsFor(site, signed, unsigned),
    contextId: undefined,
    readable: new Set(await visibleSpaceIds(queries, viewer)),
  };
}

async function enterPublished(
  { queries, now }: Resolving,
  { site, siteBasePath, segments }: Addressed,
  { url, visitor = {} }: AddressRequest,
): Promise<Entry | Resolution> {
  if (visitor.type === "agent" && site.agents_context === "excluded") return missing;
  const token = visitor.jwtToken ?? url.searchParams.get("jwt_token") ?? undefined;
  const signed = token === undefined ? undefined : await readVisitorToken(queries, site, token, now);
  if (site.visibility === "visitor-auth" && signed === undefined) return signIn(site, url);
  const entry = {
    segments,
    siteBasePath,
    shareKey: undefined,
    drafts: false,
    conditions: conditionsFor(site, signed ?? {}, visitor.unsignedClaims ?? {}),
    contextId: signed && createHash("sha256").update(JSON.stringify(signed)).digest("base64url").slice(0, 22),
    readable: undefined,
  };
  if (site.visibility !== "share-link") return entry;
  const [shareKey, ...rest] = segments;
  if (shareKey === undefined || !(await opensSite(queries, site, shareKey))) return missing;
  return {
    ...entry,
    segments: rest,
    siteBasePath: `${siteBasePath}${encodeURIComponent(shareKey)}/`,
    shareKey,
  };
}

/** Sends a visitor to the site's sign-in page, which returns them here. */
function signIn(site: SiteRow, { pathname, search }: URL): Resolution {
  if (site.auth_fallback_url === null) return { kind: "unauthenticated", site: site.id };
  const fallback = new URL(site.auth_fallback_url);
  const query = new URLSearchParams(search);
  query.delete("jwt_token");
  fallback.searchParams.set("location", query.size === 0 ? pathname : `${pathname}?${query}`);
  return { kind: "redirect", target: "external", site: site.id, url: fallback.href };
}

type Entered = Addressed & Entry;

async function locate(resolving: Resolving, entered: Entered, url: URL): Promise<Resolution> {
  const { site, conditions, drafts, readable, preview, siteBasePath, shareKey, contextId } = entered;
  const { queries, origin, reuse = readAnew } = resolving;
  const shared = await reuse(`structure of ${site.id}`, () => SiteLayout.read(queries, site));
  const layout = SiteLayout.forReaders(site, shared, {
    drafts,
    holds: (condition) => conditions?.holds(condition) ?? true,
    mayRead: (space) => readable?.has(space) ?? true,
  });
  const { segments, version } = preview ? withoutVersion(entered.segments) : { segments: entered.segments };
  const found = findPlace(layout, segments);
  if (found === undefined) return missing;
  const { section, variant, rest, isCanonical } = found;
  const versionPath = version === undefined ? "" : `~/${version.kind}/${encodeURIComponent(version.name)}/`;
  const basePath = `${siteBasePath}${variantPath(layout, variant)}${versionPath}`;
  if (!isCanonical) {
    const to = new URL(`${basePath}${rest.map(encodeURIComponent).join("/")}${url.search}`, url);
    return { kind: "redirect", target: "content", site: site.id, url: to.href };
  }
  const shown = await findVersion(queries, variant, version);
  if (shown === undefined) return missing;
  return {
    kind: "place",
    site,
    layout,
    section,
    variant,
    ...shown,
    pagePath: rest.join("/"),
    sitePath: `/${segments.join("/")}`,
    siteBasePath,
    basePath,
    shareKey,
    complete: found.complete,
    preview,
    drafts,
    canonicalUrl:
      siteUrl(site, origin, shareKey) + variantPath(layout, variant) + rest.map(encodeURIComponent).join("/"),
    conditions,
    contextId,
  };
}

interface Version {
  readonly kind: "changes" | "revisions";
  readonly name: string;
}

/** Takes `~/changes/<number>` or `~/revisions/<id>` out of a path, at any position. */
function withoutVersion(segments: readonly string[]): { segments: readonly string[]; version?: Version } {
  const at = segments.indexOf("~");
  const [kind, name] = segments.slice(at + 1);
  if (at < 0 || (kind !== "changes" && kind !== "revisions") || name === undefined) return { segments };
  return { segments: [...segments.slice(0, at), ...segments.slice(at + 3)], version: { kind, name } };
}

type Shown = Pick<Place, "revision" | "changeRequest" | "namedRevision">;

async function findVersion(
  queries: Queries,
  { space }: Variant,
  version: Version | undefined,
): Promise<Shown | undefined> {
  if (version === undefined) {
    return { revision: space.revision, changeRequest: undefined, namedRevision: undefined };
  }
  if (version.kind === "revisions") {
    const revision = await findRevision(queries, space.id, version.name);
    return revision && { revision: revision.id, changeRequest: undefined, namedRevision: revision.id };
  }
  const changeRequest = await findChangeRequest(queries, space.id, version.name);
  return changeRequest && { revision: changeRequest.revision, changeRequest, namedRevision: undefined };
}

/** Where a path leads in the structure. */
interface StructurePlace {
  readonly section: Section | undefined;
  readonly variant: Variant;
  /** Segments below the variant's root. */
  readonly rest: readonly string[];
  /** Whether this is the path used when addresses are generated. */
  readonly isCanonical: boolean;
  readonly complete: boolean;
}

/** Undefined if there is nothing there that the visitor may see. */
export function findPlace(layout: SiteLayout, segments: readonly string[]): StructurePlace | undefined {
  const [first] = segments;
  const named = layout.sections.find(({ row }) => row.path === first);
  const section = named ?? (layout.hasSections ? layout.defaultSection : undefined);
  if (layout.hasSections && section === undefined) return undefined;
  const afterSection = named === undefined ? segments : segments.slice(1);
  const variants = section?.variants ?? layout.variants;
  const older = afterSection[0] === "v" ? variants.find(({ row }) => row.path === afterSection[1]) : undefined;
  const chosen = older ?? variants.find(({ row }) => row.path === afterSection[0]);
  const variant = chosen ?? layout.defaultVariant(section);
  if (variant === undefined) return undefined;
  const rest = afterSection.slice(older === undefined ? (chosen === undefined ? 0 : 1) : 2);
  const sectionFits = section === undefined || (named === undefined) === layout.isHomeSection(section);
  const variantFits = older === undefined && (chosen === undefined) === layout.isHomeVariant(variant);
  const mayFollow = (layout.hasSections && named === undefined) || (variants.length > 1 && chosen === undefined);
  return {
    section,
    variant,
    rest,
    isCanonical: sectionFits && variantFits,
    complete: rest.length > 0 || !mayFollow,
  };
}
