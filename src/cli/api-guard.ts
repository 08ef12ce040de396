import { errorResponse } from "../platform/http/render.ts";
import { readAuthorization } from "../server/access/bearer.ts";
import type { TokenVerifier } from "../server/access/caller.ts";
import { type FailedAttempts, Wait } from "../server/access/failed-attempts.ts";
import { type RateLimit, secondsOf } from "../server/access/rate-limit.ts";
import { foreignPage, type SiteRules } from "../server/transports/foreign-requests.ts";
import { preflight, readableFrom } from "../server/transports/http-guards.ts";

export type GuardApi = (request: Request, serve: () => Promise<Response>) => Promise<Response>;

export interface ApiGuardOptions {
  readonly verify: TokenVerifier;
  /** Requests of one caller; left out where there is no limit. */
  readonly limit: RateLimit | undefined;
  readonly attempts: FailedAttempts;
}

/** Limits what one caller asks of the platform, and how often somebody may come with what is no good. */
export function guardApi({ verify, limit, attempts }: ApiGuardOptions): GuardApi {
  /** The platform itself refuses what is no good; counted is that it did. */
  const counted = async (
    request: Request,
    presented: string,
    serve: () => Promise<Response>,
    failed: (response: Response) => boolean,
  ) => {
    const served = await attempts.guard(request, presented, serve, failed);
    return served instanceof Wait ? tooMany(served.milliseconds) : served;
  };

  const ofCaller = async (token: string): Promise<Response | undefined> => {
    if (limit === undefined) return undefined;
    const caller = await verify(token);
    const wait = caller !== undefined && "principal" in caller ? limit.take(caller.principal ?? "") : undefined;
    return wait === undefined ? undefined : tooMany(wait);
  };

  return async (request, serve) => {
    const { pathname, search } = new URL(request.url);
    // The address is the credential: a link with a signature, or a public key.
    if (!needsTokenAt(pathname)) {
      return counted(request, pathname + search, serve, ({ status }) => status === 403 || status === 404);
    }
    const presented = readAuthorization(request.headers);
    if (presented.kind === "nothing") return serve();
    const secret = presented.kind === "token" ? presented.token : (request.headers.get("authorization") ?? "");
    return counted(
      request,
      secret,
      async () => (presented.kind === "token" ? await ofCaller(presented.token) : undefined) ?? serve(),
      ({ status }) => status === 401,
    );
  };
}

const needsTokenAt = (pathname: string) => /^\/(v1|uploads)(\/|$)/.test(pathname);

function tooMany(wait: number): Response {
  const seconds = secondsOf(wait);
  return errorResponse("too_many_requests", `Too many requests: wait ${seconds} s.`, {
    "Retry-After": String(seconds),
  });
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Serves the platform to web pages as far as they may call; links to files are for every page that has one. */
export async function servePages(request: Request, site: SiteRules, serve: () => Promise<Response>): Promise<Response> {
  if (!needsTokenAt(new URL(request.url).pathname)) return serve();
  if (!site.allowsPage(request)) return errorResponse("forbidden", `Forbidden: ${foreignPage}`);
  const origin = request.headers.get("origin");
  const asks = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
  return readableFrom(origin, asks ? preflight(request, methods) : await serve());
}
