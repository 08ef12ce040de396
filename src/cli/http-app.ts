import type { Accounts } from "../accounts/index.ts";
import { getOrigin, getPath } from "../contract/request-url.ts";
import type { Platform, ReaderServices } from "../platform/index.ts";
import { errorResponse } from "../platform/kernel/error-response.ts";
import { type ClientAddress, findProxyHeader } from "../server/access/client-address.ts";
import { jsonRpcError, type SiteRules } from "../server/access/http-guards.ts";
import { createRateLimit, takeAllowance, type Wait } from "../server/access/limits.ts";
import {
  isMetadataPath,
  type ProtectedResource,
  protectedResource,
  serveResourceMetadata,
} from "../server/access/oauth.ts";
import { ownScopes } from "../server/access/scopes.ts";
import type { HttpHandler } from "../server/transports/http.ts";
import { endedByFault } from "../server/uncaught.ts";
import { isAccountPath } from "./account-pages.ts";
import { type GuardApi, servePages } from "./credentials.ts";
import { isProbe, type Readiness, respondToProbe } from "./readiness.ts";

interface HttpApp {
  readonly mcp: HttpHandler;
  readonly readers: ReaderServices;
  readonly metrics: (request: Request) => Promise<Response>;
  /** Only if the platform is embedded. */
  readonly platform: Platform | undefined;
  /** Only if the platform is embedded. */
  readonly accounts: Accounts | undefined;
  readonly guardApi: GuardApi;
  /** Guards what is at no published site's address, though it may be. */
  readonly guardSites: GuardApi;
  readonly site: SiteRules;
  /** Only with a single public address and an authorization server. */
  readonly resource: ProtectedResource | undefined;
  /** Whether callers without a token are taken for the person at this machine, which a proxy's callers are not. */
  readonly isForThisMachine: boolean;
  readonly readiness: Readiness;
}

/** Everything served on the port once it has started, by path. */
export function httpApp(app: HttpApp): (request: Request) => Promise<Response> {
  const { mcp, readers, metrics, platform, accounts, guardApi, guardSites, site } = app;
  const { resource, isForThisMachine, readiness } = app;
  const serve = async (request: Request, pathname: string): Promise<Response | undefined> => {
    if (pathname === "/mcp") return mcp.fetch(request);
    if (pathname === "/metrics") return metrics(request);
    if (isProbe(pathname)) return respondToProbe(pathname, readiness);
    if (platform?.serves(pathname)) {
      return servePages(request, site, () => guardApi(request, () => platform.fetch(request)));
    }
    if (accounts !== undefined && (isAccountPath(pathname) || isFrontPageRequest(request, pathname))) {
      const forwardedBy = isForThisMachine ? findProxyHeader(request) : undefined;
      if (forwardedBy !== undefined) return forwarded(forwardedBy);
      const answer = site.acceptsHost(request) ? await accounts.fetch(request) : misdirected();
      if (answer !== undefined) return answer;
    }
    if (isMetadataPath(pathname)) {
      const described = resource ?? (accounts && site.acceptsHost(request) ? resourceAt(request) : undefined);
      if (described !== undefined) return serveResourceMetadata(described, request);
    }
    return undefined;
  };

  return async (request) => {
    const pathname = getPath(request);
    if (!isDecodable(pathname)) return malformed(pathname);
    const isOwnHost = site.acceptsHost(request);
    if (platform === undefined || (isOwnHost && !isSitePath(pathname))) {
      return (await serve(request, pathname)) ?? nothingAt(pathname);
    }
    const page = await platform.serveReader(request, isOwnHost, readers);
    const served = page ?? (await serve(request, pathname));
    return served ?? guardSites(request, async () => nothingAt(pathname));
  };
}

const nothingAt = (pathname: string) =>
  new Response("Copydesk serves MCP at /mcp and the documentation platform API at /v1.\n", {
    status: pathname === "/" ? 200 : 404,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });

/** Requests per minute of one reader, and of all readers with unknown addresses together. */
const maxForms = { ofAddress: 10, ofUnknown: 60 };

export function countForms(clientAddress: ClientAddress): (request: Request) => Wait | undefined {
  const ofAddress = createRateLimit(maxForms.ofAddress);
  const ofUnknown = createRateLimit(maxForms.ofUnknown);
  return (request) => {
    const address = clientAddress(request);
    return address === undefined ? takeAllowance(ofUnknown, "all") : takeAllowance(ofAddress, address);
  };
}

/** Also the metadata of an endpoint below it, which is at the root of the host (RFC 9728). */
const isSitePath = (pathname: string) => /^(?:\/\.well-known\/oauth-protected-resource)?\/sites\//.test(pathname);

/** On loopback, clients reach the server at more than one address. */
function resourceAt(request: Request): ProtectedResource {
  const origin = getOrigin(request);
  return protectedResource(origin, `${origin}/app/oauth`, ownScopes);
}

/** A path of percent-encoded UTF-8 without NUL, which no file or page has. */
function isDecodable(pathname: string): boolean {
  if (!pathname.includes("%")) return true;
  try {
    return !decodeURIComponent(pathname).includes("\0");
  } catch {
    return false;
  }
}

function malformed(pathname: string): Response {
  const message = "The path is not percent-encoded UTF-8 text.";
  if (pathname.startsWith("/v1/")) return errorResponse("bad_request", message);
  return new Response(`${message}\n`, { status: 400, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** Programs get one line of text at `/`. */
const isFrontPageRequest = (request: Request, pathname: string) =>
  pathname === "/" && (request.headers.get("accept") ?? "").includes("text/html");

const misdirected = () => errorResponse("forbidden", "This server does not accept that Host.");

const forwarded = (header: string) =>
  errorResponse(
    "forbidden",
    `A proxy forwarded this request (it has the header ${header}), and this server is only for people at this machine. Set --public-url (COPYDESK_PUBLIC_URL) to the address of the proxy.`,
  );

type FetchHandler = (request: Request) => Promise<Response>;

/** A server that can answer everything with an error at shutdown. */
interface StoppableHandler {
  readonly fetch: FetchHandler;
  /** Answers requests in flight, and later ones, with an error. */
  fail(): void;
}

export function createStoppableHandler(answer: FetchHandler): StoppableHandler {
  // Not one promise that all requests wait for: it would keep every request that was ever answered.
  const inFlight = new Set<() => void>();
  let failed = false;
  return {
    fetch(request) {
      if (failed) return Promise.resolve(createFailureResponse(request));
      return new Promise((resolve, reject) => {
        const fail = () => resolve(createFailureResponse(request));
        inFlight.add(fail);
        answer(request)
          .finally(() => inFlight.delete(fail))
          .then(resolve, reject);
      });
    },
    fail() {
      failed = true;
      for (const fail of inFlight) fail();
    },
  };
}

const createFailureResponse = (request: Request) =>
  getPath(request) === "/mcp" ? jsonRpcError(500, -32603, endedByFault) : errorResponse("internal", endedByFault);
