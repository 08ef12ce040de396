import type { RateLimited } from "../../../contract/rate-limit.ts";
import { getPath } from "../../../contract/request-url.ts";
import { baseRevision } from "../../access/change-requests-rows.ts";
import { findRevision } from "../../content/revisions-rows.ts";
import { SpaceContent } from "../../content/space-content.ts";
import type { PdfRenderer } from "../../exchange/pdf/index.ts";
import { bytesOfValue, contentCache, type ReadCached, readUncached, responseCache } from "../../kernel/caches.ts";
import { changeStamp, type Database } from "../../kernel/database/database.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { encodedSize } from "../../kernel/encoded-bytes.ts";
import type { ModelSettings } from "../../kernel/language-model/index.ts";
import {
  effectiveCustomization,
  findSiteById,
  followRedirect,
  type PreviewLinks,
  resolveAddress,
  type SiteRoute,
  siteStamp,
  sitesPath,
} from "../sites/index.ts";
import {
  bearerToken,
  type EndpointAddress,
  endpointAddress,
  requireVisitorToken,
  type ServeAgent,
  serveEndpointMetadata,
} from "./agent-endpoint.ts";
import { AgentSite } from "./agent-site.ts";
import { ContentServer, decodedPath, isAgent, notAllowed, readPreference, send, serveFile } from "./content-server.ts";
import { changesQuery } from "./preview-changes.ts";
import { type ReaderContext, tooSoon } from "./reader-form.ts";
import { type Packed, pack, respond } from "./rendered.ts";
import { createServedContent, type ServedContent } from "./served-content.ts";
import { askPath, feedbackPath, hasEndpoint, siteAround } from "./site-around.ts";
import { readFeedback, takeFeedback } from "./take-feedback.ts";

interface SitesOptions {
  readonly database: Database;
  /** Where browsers reach the server; undefined to go by the requests. */
  readonly publicUrl: string | undefined;
  readonly previewLinks: PreviewLinks;
  readonly renderer: PdfRenderer;
  /** ISO 8601. */
  now(): string;
  readonly contextFor: ReaderContext;
  /** Starts the jobs that a transaction queued. */
  wake(): void;
  /** Answers readers' questions; undefined without a model. */
  readonly model: ModelSettings | undefined;
  /** Aborts long work when the platform closes. */
  readonly closing: AbortSignal;
  log(line: string): void;
}

/** Services for readers of published sites that other layers provide. */
export interface ReaderServices {
  /** Serves the MCP endpoints of sites. */
  readonly serveAgent?: ServeAgent;
  /** Counts a reader's form. Returns the wait if the limit is exceeded. */
  countForm?(request: Request): RateLimited | undefined;
}

/** How a request is opened. */
interface Opening {
  readonly cookies: ReturnType<typeof readCookies>;
  readonly isOwnHost: boolean;
  readonly readCached?: ReadCached;
}

/** Serves published sites to readers. */
export class PublishedSites {
  readonly #options: SitesOptions;
  readonly #contentServer: ContentServer;
  readonly #id = createId();
  #pendingStamp: Promise<string | number> | undefined;

  constructor(options: SitesOptions) {
    this.#options = options;
    this.#contentServer = new ContentServer(options.renderer);
  }

  close(): Promise<void> {
    return this.#contentServer.close();
  }

  /**
   * Undefined if the address belongs to no site, or to none that this visitor may know about. Under a host name that is
   * not the server's own, only sites with that host name are served.
   */
  async serve(request: Request, isOwnHost: boolean, services: ReaderServices = {}): Promise<Response | undefined> {
    const { serveAgent } = services;
    if (decodedPath(getPath(request)) === undefined) return malformed();
    if (request.method === "POST") {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith(`/${feedbackPath}`)) return this.#takeFeedback(request, isOwnHost, services);
      if (pathname.endsWith(`/${askPath}`)) return this.#answerQuestion(request, isOwnHost, services);
    }
    const mayBeEndpoint = serveAgent !== undefined && request.url.includes("mcp");
    const endpoint = mayBeEndpoint ? endpointAddress(request, this.#toReaderUrl(request, isOwnHost)) : undefined;
    if (endpoint !== undefined) {
      const agentSite = await this.#openAgentSite(request, endpoint, isOwnHost);
      return agentSite instanceof AgentSite ? serveAgent?.(request, agentSite) : agentSite;
    }
    const key = this.#cacheKey(request, isOwnHost);
    const cached = key === undefined ? undefined : responseCache.find(key, await this.#stampNow());
    if (cached !== undefined) return respond(request, cached as Packed, "public");
    const finish = await this.#prepare(request, isOwnHost);
    return finish?.();
  }

  /** The address as readers have it: a proxy may name the server's own host differently. */
  #toReaderUrl({ url }: Request, isOwnHost: boolean): URL {
    const requestUrl = new URL(url);
    const { publicUrl } = this.#options;
    if (!isOwnHost || publicUrl === undefined) return requestUrl;
    return new URL(requestUrl.pathname + requestUrl.search, new URL(publicUrl).origin);
  }

  /** Undefined if the response may differ between readers who send the same request. */
  #cacheKey({ method, url, headers }: Request, isOwnHost: boolean): string | undefined {
    if ((method !== "GET" && method !== "HEAD") || url.includes("?")) return undefined;
    const cookie = headers.get("cookie");
    if (cookie !== null) {
      const { visitor, preview } = readCookies(cookie);
      if (visitor !== undefined || preview !== undefined) return undefined;
    }
    const preference = readPreference({ headers }, lastSegments(url));
    return `site response ${this.#id} ${url} ${preference} ${isAgent(headers)} ${isOwnHost}`;
  }

  /** The state of the data at the time of the call or later. Calls in one turn of the event loop share a query. */
  #stampNow(): Promise<string | number> {
    this.#pendingStamp ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#pendingStamp = undefined;
      return this.#options.database.read(changeStamp);
    });
    return this.#pendingStamp;
  }

  async #takeFeedback(
    request: Request,
    isOwnHost: boolean,
    { countForm }: ReaderServices,
  ): Promise<Response | undefined> {
    const url = this.#toReaderUrl(request, isOwnHost);
    const cookies = readCookies(request.headers.get("cookie") ?? "");
    const { database, wake } = this.#options;
    const open = (queries: Queries) => this.#open(queries, request, url, { cookies, isOwnHost });
    const takes = await database.read(async (queries) => {
      const opened = await open(queries);
      return opened !== undefined && "served" in opened && opened.served.site.feedback === url.pathname;
    });
    if (!takes) return undefined;
    const wait = countForm?.(request);
    if (wait !== undefined) return tooSoon(wait);
    const feedback = await readFeedback(request);
    if (feedback instanceof Response) return feedback;
    const taken = await database.write(async (queries) => {
      const opened = await open(queries);
      if (opened === undefined || opened instanceof Response) return undefined;
      return takeFeedback(queries, opened, feedback, this.#options);
    });
    if (taken === undefined || taken instanceof Response) return taken;
    wake();
    const page = await pack({ status: 200, type: "text/html; charset=utf-8", ...taken });
    return respond(request, page, "visitor");
  }

  async #answerQuestion(
    request: Request,
    isOwnHost: boolean,
    { countForm }: ReaderServices,
  ): Promise<Response | undefined> {
    const { model } = this.#options;
    if (model === undefined) return undefined;
    const url = this.#toReaderUrl(request, isOwnHost);
    const cookies = readCookies(request.headers.get("cookie") ?? "");
    const { respondToQuestion } = await import("./reader-questions.ts");
    return respondToQuestion(request, {
      ...this.#options,
      model,
      countForm: () => countForm?.(request),
      open: async (queries) => {
        const opened = await this.#open(queries, request, url, { cookies, isOwnHost });
        if (opened === undefined || opened instanceof Response) return undefined;
        return opened.served.site.ask === url.pathname ? opened : undefined;
      },
    });
  }

  /** The site as a visitor's agent reads it; undefined if the address is not a site's endpoint. */
  #openAgentSite(
    request: Request,
    endpoint: EndpointAddress,
    isOwnHost: boolean,
  ): Promise<AgentSite | Response | undefined> {
    const { database, previewLinks, now } = this.#options;
    const jwtToken = bearerToken(request) ?? readCookies(request.headers.get("cookie") ?? "").visitor;
    const visitor = { type: "agent", jwtToken, unsignedClaims: claimsIn(new URL(request.url).searchParams) } as const;
    const { origin } = endpoint.root;
    const resolve = (queries: Queries, url: URL) => {
      const content = new SpaceContent(queries);
      return resolveAddress({ queries, content, now: now(), origin, previewLinks }, { url, visitor });
    };
    return database.read(async (queries) => {
      const first = await resolve(queries, endpoint.root);
      if (first.kind === "missing") return undefined;
      if (first.kind === "unauthenticated" || (first.kind === "redirect" && first.target === "external")) {
        const site = await findSiteById(queries, first.site);
        if (site === undefined || (!isOwnHost && !isNamed(site, endpoint.root))) return undefined;
        if (!hasEndpoint(site)) return undefined;
        return endpoint.isMetadata
          ? serveEndpointMetadata(endpoint, site.title, origin)
          : requireVisitorToken(endpoint, origin);
      }
      const root = first.kind === "redirect" ? await resolve(queries, new URL(first.url)) : first;
      if (root.kind !== "place" || root.preview || root.siteBasePath !== endpoint.root.pathname) return undefined;
      if (endpoint.isMetadata || !hasEndpoint(root.site)) return undefined;
      if (!isOwnHost && !isNamed(root.site, endpoint.root)) return undefined;
      return new AgentSite(root.site.title, {
        database,
        root,
        origin,
        open: async (within, url) => {
          const route = await resolve(within, url);
          if (route.kind !== "place") return undefined;
          const content = new SpaceContent(within);
          return {
            served: await this.#createServedContent({ queries: within, content }, route, url),
            path: route.pagePath,
          };
        },
      });
    });
  }

  /** Does the work that requires the data and returns the rest, such as compression, to be done afterwards. */
  async #prepare(request: Request, isOwnHost: boolean): Promise<(() => Promise<Response>) | undefined> {
    const url = this.#toReaderUrl(request, isOwnHost);
    const cookies = readCookies(request.headers.get("cookie") ?? "");
    const isRead = request.method === "GET" || request.method === "HEAD";
    const key = this.#cacheKey(request, isOwnHost);
    return this.#options.database.read(async (queries) => {
      const version = await changeStamp(queries);
      const at = (response: Response) => async () => response;
      const found = await this.#open(queries, request, url, {
        cookies,
        isOwnHost,
        readCached: responseCache.reader(this.#id, version),
      });
      if (found === undefined) return undefined;
      if (found instanceof Response) return at(found);
      const { served, path } = found;
      if (!isRead) return at(notAllowed());
      const file = await serveFile(queries, served, request, path);
      if (file !== undefined) return at(file);
      const prefers = readPreference(request, path);
      const createReply = await this.#contentServer.reply(queries, served, { path, query: url.searchParams, prefers });
      return async () => {
        const reply = await createReply(request.signal);
        if (key !== undefined && served.audience === "public" && "etag" in reply && reply.status === 200) {
          responseCache.store(key, { state: version, value: reply, bytes: encodedSize(reply) });
        }
        if ("etag" in reply && reply.status === 404 && url.searchParams.get("fallback") === "true") {
          return new Response(null, { status: 307, headers: { Location: served.basePath } });
        }
        return send(request, reply, served.audience);
      };
    });
  }

  async #open(
    queries: Queries,
    request: Request,
    url: URL,
    { cookies, isOwnHost, readCached = readUncached }: Opening,
  ): Promise<{ found: SiteRoute; served: ServedContent; path: string } | Response | undefined> {
    const { previewLinks, now } = this.#options;
    const content = new SpaceContent(queries);
    const resolving = { queries, content, now: now(), origin: url.origin, previewLinks, readCached };
    const resolution = await resolveAddress(resolving, {
      url,
      visitor: {
        // A site that excludes agents tells them so.
        type: isAgent(request.headers) && !url.pathname.endsWith("/robots.txt") ? "agent" : "human",
        jwtToken: url.searchParams.get("jwt_token") ?? cookies.visitor,
        unsignedClaims: claimsIn(url.searchParams),
      },
      previewToken: url.searchParams.get("token") ?? cookies.preview,
    });
    // A DNS name of another site may point to this machine, and its page could then read what it must not.
    if (
      !isOwnHost &&
      (resolution.kind === "place" ? !isNamed(resolution.site, url) : url.pathname.startsWith(sitesPath))
    ) {
      return undefined;
    }
    switch (resolution.kind) {
      case "missing":
        return undefined;
      case "unauthenticated":
        return new Response("Visitors of this site must sign in.\n", { status: 401, headers: plain });
      case "redirect":
        return new Response(null, {
          status: 307,
          headers: { Location: resolution.url, "Cache-Control": "private, no-store" },
        });
      case "place": {
        const path = decodedPath(resolution.pagePath.split("/").map(encodeURIComponent).join("/"));
        if (path === undefined) return undefined;
        const clean = withCookie(url, resolution);
        if (clean !== undefined) return clean;
        const canonical = resolution.basePath + path.split("/").map(encodeURIComponent).join("/");
        if (decodedPath(url.pathname) !== decodedPath(canonical)) {
          return new Response(null, { status: 308, headers: { Location: canonical + url.search } });
        }
        return { found: resolution, served: await this.#createServedContent(resolving, resolution, url), path };
      }
    }
  }

  async #createServedContent(
    {
      queries,
      content,
      readCached = readUncached,
    }: { queries: Queries; content: SpaceContent; readCached?: ReadCached },
    found: SiteRoute,
    url: URL,
  ): Promise<ServedContent> {
    const { model } = this.#options;
    const { site, variant, conditions } = found;
    const stamp = await readCached(`stamp of ${site.id}`, () => siteStamp(queries, site.id));
    const version = `${site.id} ${stamp} ${found.drafts} ${found.preview}`;
    const customization = effectiveCustomization(site, variant.row);
    const key = `site view ${version} ${variant.row.id} ${found.siteBasePath}${found.pagePath}`;
    const cached = conditions === undefined ? (contentCache.get(key) as ServedContent["site"] | undefined) : undefined;
    const around = cached ?? (await siteAround(queries, found, customization, { hasModel: model !== undefined }));
    if (conditions === undefined && cached === undefined) contentCache.set(key, around, bytesOfValue(around));
    return createServedContent(found, {
      site: around,
      origin: url.origin,
      version: `${version} ${variant.row.id}`,
      hasServer: true,
      draft: await findDraft(queries, found, url),
      printsPdf: true,
      async redirect(queries) {
        const base = new URL(found.siteBasePath, url.origin).href;
        const followed = await followRedirect({ queries, content }, found.layout, found.sitePath, {
          base,
          drafts: found.drafts,
          visitor: conditions,
        });
        return followed && { redirect: followed.url, isPermanent: followed.row.permanent === 1 };
      },
    });
  }
}

/** The unpublished content that a preview shows; undefined if the address names no change request or revision. */
async function findDraft(
  queries: Queries,
  { changeRequest, namedRevision, variant }: SiteRoute,
  { searchParams }: URL,
): Promise<ServedContent["draft"]> {
  const marksChanges = searchParams.has(changesQuery);
  if (changeRequest !== undefined) {
    const { number, subject } = changeRequest;
    const title = `Change request #${number}${subject === "" ? "" : `: ${subject}`}`;
    return { title, before: baseRevision(changeRequest), marksChanges };
  }
  const revision =
    namedRevision === undefined ? undefined : await findRevision(queries, variant.space.id, namedRevision);
  if (revision === undefined) return undefined;
  const [before] = JSON.parse(revision.parents) as string[];
  return { title: `Revision of ${revision.created_at.slice(0, 16).replace("T", " ")} UTC`, before, marksChanges };
}

const malformed = () => new Response("This address is not valid.\n", { status: 400, headers: plain });

const isNamed = ({ hostname, proxy }: SiteRoute["site"], url: URL) =>
  hostname === url.hostname || (proxy?.startsWith(`${url.hostname}/`) ?? false);

const plain = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" };

const lastSegments = (pathname: string) =>
  pathname.slice(pathname.indexOf("~") < 0 ? pathname.length : pathname.indexOf("~"));

/** The most attributes that an address may set. */
const maxClaims = 50;

/** Attributes that anyone can set: `visitor.plan=pro`, `visitor.account.tier=2`. */
function claimsIn(query: URLSearchParams): Record<string, unknown> {
  const claims: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of [...query].filter(([name]) => name.startsWith("visitor.")).slice(0, maxClaims)) {
    const steps = name.slice("visitor.".length).split(".").slice(0, 5);
    const last = steps.pop() ?? "";
    let at = claims;
    for (const step of steps) {
      const next = at[step];
      const inner =
        typeof next === "object" && next !== null
          ? (next as Record<string, unknown>)
          : (Object.create(null) as Record<string, unknown>);
      at[step] = inner;
      at = inner;
    }
    at[last] =
      value === "true"
        ? true
        : value === "false"
          ? false
          : /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value)
            ? Number(value)
            : value;
  }
  return claims;
}

const names = { visitor: "copydesk-visitor", preview: "copydesk-preview" } as const;

/** Seconds: the lifetime of preview tokens. */
const previewAge = 3_600;

/** Characters; anything longer is not a token. */
const maxTokenLength = 8_000;

interface ReaderCookies {
  readonly visitor: string | undefined;
  readonly preview: string | undefined;
}

function readCookies(header: string): ReaderCookies {
  const cookies = new Map(
    header.split(";").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
    }),
  );
  const token = (name: string) => {
    const value = cookies.get(name);
    return value !== undefined && value !== "" && value.length <= maxTokenLength ? value : undefined;
  };
  return { visitor: token(names.visitor), preview: token(names.preview) };
}

/**
 * Moves a token that opened a site from its address into a cookie, so that addresses that are shared or logged do not
 * contain it. The cookie is sent only to the site, and scripts cannot read it.
 */
function withCookie(url: URL, route: SiteRoute): Response | undefined {
  const query = new URLSearchParams(url.search);
  const jwt = query.get("jwt_token");
  const token = route.preview ? query.get("token") : null;
  const value = token ?? jwt;
  if (value === null || !/^[\w.~+/=-]+$/.test(value) || value.length > maxTokenLength) return undefined;
  query.delete("jwt_token");
  if (route.preview) query.delete("token");
  const attributes = [
    `${route.preview ? names.preview : names.visitor}=${value}`,
    `Path=${route.siteBasePath}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(route.preview ? [`Max-Age=${previewAge}`] : []),
    ...(url.protocol === "https:" ? ["Secure"] : []),
  ];
  const search = query.size === 0 ? "" : `?${query}`;
  return new Response(null, {
    status: 302,
    headers: {
      Location: url.pathname + search,
      "Set-Cookie": attributes.join("; "),
      "Cache-Control": "private, no-store",
    },
  });
}
