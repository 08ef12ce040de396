import { createHash } from "node:crypto";
import { findChangeRequest } from "../../access/change-requests-rows.ts";
import { findRevision } from "../../content/revisions-rows.ts";
import { type ReadCached, readUncached } from "../../kernel/caches.ts";
import type { Context } from "../../kernel/context.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import type { VisitorConditions } from "./adaptive-schema.ts";
import type { ReadPreview, VersionName } from "./preview-links.ts";
import { readVisitorToken, type Visitor } from "./site-access.ts";
import { type Admission, admitPreview, admitVisitor, type PreviewEntry, type PublishedEntry } from "./site-entry.ts";
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
  /** For what many addresses have in common; without it everything is read. */
  readonly readCached?: ReadCached;
};

export interface AddressRequest {
  readonly url: URL;
  readonly visitor?: Visitor | undefined;
  /** Used instead of a token in the address. */
  readonly previewToken?: string | undefined;
  /**
   * An address without a version leads to the one that the preview was made for: renderers take the version out of the
   * address before they ask.
   */
  readonly followsPreview?: boolean;
  /** A member who asks what an address leads to, and may see previews without a token. Never a visitor's renderer. */
  readonly member?: string | undefined;
}

/** The location in a published site that an address leads to. The page itself may still be missing. */
export interface SiteRoute {
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
  readonly credential: Credential;
}

export type Resolution =
  | SiteRoute
  /** Another address of the same content. */
  | { readonly kind: "redirect"; readonly target: "content"; readonly site: string; readonly url: string }
  /** Off the site, to sign in. */
  | {
      readonly kind: "redirect";
      readonly target: "external";
      readonly site: string;
      readonly url: string;
      /** Whether the visitor brought a token, which was not valid. */
      readonly hasToken: boolean;
    }
  /** Nothing exists there, or nothing that the visitor may know about. */
  | { readonly kind: "missing" }
  /** The visitor must sign in, and the site does not say where. */
  | { readonly kind: "unauthenticated"; readonly site: string };

const missing: Resolution = { kind: "missing" };

/** UTF-16 units. */
const maxPathLength = 2_048;

/** Resolves an address of a published site or of a preview. */
export async function resolveAddress(resolving: Resolving, request: AddressRequest): Promise<Resolution> {
  if (request.url.pathname.length > maxPathLength) return missing;
  const found = await findAddressed(resolving, request.url);
  if (found === undefined) return missing;
  const entered = found.preview
    ? await enterPreview(resolving, found, request)
    : await enterPublished(resolving, found, request);
  if ("kind" in entered) return entered;
  return locate(resolving, { ...found, ...entered, followsPreview: request.followsPreview === true }, request.url);
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
  { queries, readCached = readUncached }: Resolving,
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
  const ofHost = await readCached(`site of host ${hostname}`, () => findSiteByHostname(queries, hostname));
  if (ofHost !== undefined) return below(ofHost, 0);
  const proxies = await readCached(`proxies on ${hostname}`, () => listProxies(queries, hostname));
  const proxy = findLongestProxy(proxies, `${hostname}/${segments.join("/")}`);
  if (proxy !== undefined) {
    const ofProxy = await readCached(`site of proxy ${proxy}`, () => findSiteByProxy(queries, proxy));
    return below(ofProxy, proxy.split("/").length - 1);
  }
  const [first, second, third] = segments;
  if (`/${first}/` !== sitesPath || second === undefined) return undefined;
  if (second !== previewName) {
    return below(await readCached(`site named ${second}`, () => findSiteByBasename(queries, second)), 2);
  }
  return third === undefined ? undefined : below(await findSiteById(queries, third), 3, true);
}

/** The longest of some proxy addresses that an address is at or below. */
function findLongestProxy(proxies: readonly string[], address: string): string | undefined {
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

/** What a request may see, and where the site's structure begins in its address. */
interface Entry {
  readonly admission: Admission;
  readonly credential: Credential;
  readonly segments: readonly string[];
  readonly siteBasePath: string;
  readonly shareKey: string | undefined;
  readonly contextId: string | undefined;
}

/** What let a visitor in, from which a token for the same visitor is made. */
type Credential =
  | ({ readonly kind: "published" } & PublishedEntry)
  | ({ readonly kind: "preview"; readonly version: VersionName | undefined; readonly expires: number } & PreviewEntry);

async function enterPreview(
  { queries, now, previewLinks }: Resolving,
  { site, siteBasePath, segments }: Addressed,
  { url, previewToken, member }: AddressRequest,
): Promise<Entry | Resolution> {
  const token = previewToken ?? url.searchParams.get("token") ?? undefined;
  const own = member === undefined ? undefined : { user: member, draft: true, claims: {}, expires: 0 };
  const preview: Omit<ReadPreview, "site"> | undefined =
    token === undefined ? own : previewLinks.read(token, site.id, now);
  const admission = preview && (await admitPreview(queries, site, preview));
  if (preview === undefined || admission === undefined) return missing;
  const { user, draft, claims, version, expires } = preview;
  return {
    admission,
    credential: { kind: "preview", user, draft, claims, version, expires },
    segments,
    siteBasePath,
    shareKey: undefined,
    contextId: undefined,
  };
}

async function enterPublished(
  { queries, now }: Resolving,
  { site, siteBasePath, segments }: Addressed,
  { url, visitor = {} }: AddressRequest,
): Promise<Entry | Resolution> {
  if (site.published !== 1) return missing;
  const token = visitor.jwtToken ?? url.searchParams.get("jwt_token") ?? undefined;
  const signed = token === undefined ? undefined : await readVisitorToken(queries, site, token, now);
  const hasShareKey = site.visibility === "share-link";
  const shareKey = hasShareKey ? segments[0] : undefined;
  const isAgent = visitor.type === "agent";
  const entry: PublishedEntry = { isAgent, signed, unsigned: visitor.unsignedClaims ?? {}, shareKey };
  const admission = await admitVisitor(queries, site, entry);
  if (admission === undefined) {
    const isClosed = isAgent && site.agents_context === "excluded";
    return site.visibility === "visitor-auth" && !isClosed ? signIn(site, url, token !== undefined) : missing;
  }
  return {
    admission,
    credential: { kind: "published", ...entry },
    segments: hasShareKey ? segments.slice(1) : segments,
    siteBasePath: shareKey === undefined ? siteBasePath : `${siteBasePath}${encodeURIComponent(shareKey)}/`,
    shareKey,
    contextId: signed && createHash("sha256").update(JSON.stringify(signed)).digest("base64url").slice(0, 22),
  };
}

/** Sends a visitor to the site's sign-in page, which returns them here. */
function signIn(site: SiteRow, { pathname, search }: URL, hasToken: boolean): Resolution {
  if (site.auth_fallback_url === null) return { kind: "unauthenticated", site: site.id };
  const fallback = new URL(site.auth_fallback_url);
  const query = new URLSearchParams(search);
  query.delete("jwt_token");
  fallback.searchParams.set("location", query.size === 0 ? pathname : `${pathname}?${query}`);
  return { kind: "redirect", target: "external", site: site.id, url: fallback.href, hasToken };
}

type Entered = Addressed & Entry & { readonly followsPreview: boolean };

async function locate(resolving: Resolving, entered: Entered, url: URL): Promise<Resolution> {
  const { site, admission, credential, preview, siteBasePath, shareKey, contextId } = entered;
  const { conditions, drafts, mayRead } = admission;
  const { queries, origin, readCached = readUncached } = resolving;
  const shared = await readCached(`structure of ${site.id}`, () => SiteLayout.read(queries, site));
  const layout = SiteLayout.forReaders(site, shared, {
    drafts,
    holds: (condition) => conditions?.holds(condition) ?? true,
    mayRead,
  });
  const { segments, version } = preview ? withoutVersion(entered.segments) : { segments: entered.segments };
  const intended = entered.followsPreview && credential.kind === "preview" ? credential.version : undefined;
  const found = findStructureMatch(layout, segments);
  if (found === undefined) return missing;
  const { section, variant, rest, isCanonical } = found;
  const versionPath = version === undefined ? "" : `~/${version.kind}/${encodeURIComponent(version.name)}/`;
  const basePath = `${siteBasePath}${variantPath(layout, variant)}${versionPath}`;
  if (!isCanonical) {
    const to = new URL(`${basePath}${rest.map(encodeURIComponent).join("/")}${url.search}`, url);
    return { kind: "redirect", target: "content", site: site.id, url: to.href };
  }
  const shown =
    (version === undefined ? await findVersion(queries, variant, intended) : undefined) ??
    (await findVersion(queries, variant, version));
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
    credential,
  };
}

/** The version that an address names. */
export function versionIn({ pathname }: URL): VersionName | undefined {
  return withoutVersion(
    pathname
      .split("/")
      .filter((segment) => segment !== "")
      .map(decoded),
  ).version;
}

/** Takes `~/changes/<number>` or `~/revisions/<id>` out of a path, at any position. */
function withoutVersion(segments: readonly string[]): { segments: readonly string[]; version?: VersionName } {
  const at = segments.indexOf("~");
  const [kind, name] = segments.slice(at + 1);
  if (at < 0 || (kind !== "changes" && kind !== "revisions") || name === undefined) return { segments };
  return { segments: [...segments.slice(0, at), ...segments.slice(at + 3)], version: { kind, name } };
}

type Shown = Pick<SiteRoute, "revision" | "changeRequest" | "namedRevision">;

async function findVersion(
  queries: Queries,
  { space }: Variant,
  version: VersionName | undefined,
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
interface StructureMatch {
  readonly section: Section | undefined;
  readonly variant: Variant;
  /** Segments below the variant's root. */
  readonly rest: readonly string[];
  /** Whether this is the path used when addresses are generated. */
  readonly isCanonical: boolean;
  readonly complete: boolean;
}

/** Undefined if there is nothing there that the visitor may see. */
export function findStructureMatch(layout: SiteLayout, segments: readonly string[]): StructureMatch | undefined {
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
