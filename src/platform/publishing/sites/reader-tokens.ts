import { createHash } from "node:crypto";
import { bearerToken } from "../../access/authenticate.ts";
import { findChangeRequest } from "../../access/change-requests-rows.ts";
import type { Reader } from "../../access/reader.ts";
import { findRevision } from "../../content/revisions-rows.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { isSignature, signText } from "../../kernel/signature.ts";
import type { Claims } from "./adaptive-schema.ts";
import { effectiveCustomization } from "./customization.ts";
import { readVisibility } from "./published-page.ts";
import type { SiteRoute } from "./resolve.ts";
import { admitPreview, admitVisitor } from "./site-entry.ts";
import { SiteLayout } from "./site-layout.ts";
import { siteUrl, variantPath } from "./site-paths.ts";
import { findSiteById, type SiteRow, siteStamp } from "./sites-rows.ts";

/** A JWT signed with HS256, so that renderers can read its expiry and the visitor's claims. */
const header = encoded({ alg: "HS256", typ: "JWT" });

const audience = "copydesk-reader";

/** Seconds. A token is valid for this long at least, and the same for up to `window` seconds. */
const lifetime = 60 * 60;
const window = 10 * 60;

/** What a token says about its visitor. Names that the vendor's tokens also have mean the same. */
interface ReaderPayload {
  readonly aud: string;
  readonly kind: "site";
  readonly organization: string;
  readonly site: string;
  readonly siteSpace: string;
  readonly siteSection?: string | undefined;
  readonly space: string;
  readonly visitorType?: "agent" | undefined;
  /** Claims of the visitor's token. On a site for signed-in visitors, having them opens it. */
  readonly claims?: Claims | undefined;
  /** Attributes that the visitor set unproved. */
  readonly unsigned?: Claims | undefined;
  readonly shareKey?: string | undefined;
  /** The member for whom a preview acts. */
  readonly preview?: string | undefined;
  /** Whether a preview includes drafts. */
  readonly draft?: boolean | undefined;
  readonly changeRequest?: string | undefined;
  readonly revision?: string | undefined;
  /** Changes with the content, so that a renderer that caches by token requests it again. */
  readonly content: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

/**
 * Tokens with which a renderer reads, for one visitor, what an address of a site shows, and nothing else. A renderer
 * sends them to browsers: whoever has one can read what the visitor could see anyway. All that let the visitor in is
 * checked again on each use.
 */
export class ReaderTokens {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** The same for the same visitor and content within some minutes, so that renderers can cache. */
  async make(queries: Queries, route: SiteRoute, now: string): Promise<string> {
    const { site, section, variant, changeRequest, namedRevision, revision, credential } = route;
    const seconds = Math.floor(Date.parse(now) / 1000);
    const stamp = `${await siteStamp(queries, site.id)} ${revision}`;
    const payload: ReaderPayload = {
      aud: audience,
      kind: "site",
      organization: site.organization,
      site: site.id,
      siteSpace: variant.row.id,
      siteSection: section?.row.id,
      space: variant.space.id,
      ...(credential.kind === "preview"
        ? { claims: credential.claims, preview: credential.user, draft: credential.draft }
        : {
            visitorType: credential.isAgent ? "agent" : undefined,
            claims: credential.signed,
            unsigned: Object.keys(credential.unsigned).length === 0 ? undefined : credential.unsigned,
            shareKey: credential.shareKey,
          }),
      changeRequest: changeRequest?.id,
      revision: namedRevision,
      content: createHash("sha256").update(stamp).digest("base64url").slice(0, 22),
      exp: Math.min(Math.floor(seconds / window) * window + window + lifetime, computeExpiry(credential)),
    };
    const body = `${header}.${encoded(payload)}`;
    return `${body}.${signText(this.#key, body)}`;
  }

  /**
   * The visitor of the token in an `Authorization`, or "ended" for a token that opens nothing any more; undefined for
   * other credentials.
   */
  async findReader(
    queries: Queries,
    authorization: string | null,
    { now, origin }: { readonly now: string; readonly origin: string },
  ): Promise<Reader | "ended" | undefined> {
    const payload = this.#read(bearerToken(authorization) ?? "");
    if (payload === undefined) return undefined;
    if (payload.aud !== audience || payload.kind !== "site" || payload.exp * 1000 <= Date.parse(now)) return "ended";
    return (await openReader(queries, payload, origin)) ?? "ended";
  }

  /** Undefined for what was not signed here. */
  #read(token: string): ReaderPayload | undefined {
    if (!token.startsWith(`${header}.`)) return undefined;
    const end = token.lastIndexOf(".");
    const body = token.slice(0, end);
    if (!isSignature(token.slice(end + 1), signText(this.#key, body))) return undefined;
    return JSON.parse(Buffer.from(body.slice(header.length + 1), "base64url").toString()) as ReaderPayload;
  }
}

/** When what let a visitor in expires, in seconds since 1970. */
function computeExpiry(credential: SiteRoute["credential"]): number {
  if (credential.kind === "preview") return credential.expires;
  const { exp } = credential.signed ?? {};
  return typeof exp === "number" ? Math.floor(exp) : Number.POSITIVE_INFINITY;
}

/** Undefined if what let the visitor in does so no longer, or the change request or revision is gone. */
async function openReader(queries: Queries, payload: ReaderPayload, origin: string): Promise<Reader | undefined> {
  const site = await findSiteById(queries, payload.site);
  if (site === undefined || site.organization !== payload.organization) return undefined;
  const admission = await admit(queries, site, payload);
  if (admission === undefined) return undefined;
  const { drafts, conditions, mayRead } = admission;
  const layout = SiteLayout.forReaders(site, await SiteLayout.read(queries, site), {
    drafts,
    holds: (condition) => conditions?.holds(condition) ?? true,
    mayRead,
  });
  const base = siteUrl(site, origin, payload.shareKey);
  const visibility = readVisibility(site.visibility);
  const spaces = new Map<string, ReaderSpace>();
  for (const variant of layout.allVariants) {
    const { id, revision } = variant.space;
    const url = base + variantPath(layout, variant);
    if (!spaces.has(id)) spaces.set(id, { revision, isPreviewed: false, url, visibility });
  }
  const own = spaces.get(payload.space);
  const changeRequest =
    payload.changeRequest === undefined
      ? undefined
      : await findChangeRequest(queries, payload.space, payload.changeRequest);
  const named =
    payload.revision === undefined ? undefined : await findRevision(queries, payload.space, payload.revision);
  const previewed = changeRequest?.revision ?? named?.id;
  if (payload.changeRequest !== undefined || payload.revision !== undefined) {
    if (own === undefined || previewed === undefined) return undefined;
    spaces.set(payload.space, { ...own, revision: previewed, isPreviewed: true });
  }
  const variant = layout.findVariant(payload.siteSpace);
  return {
    organization: site.organization,
    site: site.id,
    spaces,
    changeRequest,
    visitor: conditions,
    showsGit: variant !== undefined && effectiveCustomization(site, variant.row).git?.showEditLink === true,
    layout,
    shareKey: payload.shareKey,
  };
}

type ReaderSpace = Reader["spaces"] extends ReadonlyMap<string, infer Space> ? Space : never;

function admit(queries: Queries, site: SiteRow, payload: ReaderPayload) {
  const { claims, unsigned = {}, shareKey, preview, draft, visitorType } = payload;
  if (preview !== undefined) {
    return admitPreview(queries, site, { user: preview, draft: draft === true, claims: claims ?? {} });
  }
  return admitVisitor(queries, site, { isAgent: visitorType === "agent", signed: claims, unsigned, shareKey });
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

declare module "../../access/reader.ts" {
  interface Reader {
    /** The site as the visitor sees it. */
    readonly layout: SiteLayout;
    /** Of the share link in the visitor's address. */
    readonly shareKey: string | undefined;
  }
}

declare module "../../kernel/context.ts" {
  interface Setup {
    readonly readerTokens: ReaderTokens;
  }
}
