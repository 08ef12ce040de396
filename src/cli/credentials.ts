import { ConfigError } from "../config/values.ts";
import type { Config } from "../config.ts";
import { errorResponse } from "../platform/http/render.ts";
import { createAuthorize } from "../server/access/authorize.ts";
import { readBearer, staticBearer } from "../server/access/bearer.ts";
import type { Authorize, Caller, TokenVerifier } from "../server/access/caller.ts";
import { createFailedAttempts, type FailedAttempts, withFailedAttempts } from "../server/access/failed-attempts.ts";
import { createIssuerKeys } from "../server/access/issuer-keys.ts";
import { oauthTokens } from "../server/access/oauth.ts";
import {
  createRateLimit,
  type RateLimit,
  secondsOf,
  tooManyRequests,
  withRateLimit,
} from "../server/access/rate-limit.ts";
import { type ProtectedResource, protectedResource } from "../server/access/resource-metadata.ts";
import type { Log } from "../server/log.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import { platformTokens } from "./callers.ts";
import type { Connection } from "./connection.ts";

/** Requests a minute of one caller, where callers need a token and nothing else is set. */
const usualRateLimit = 600;
/** Tokens a minute that are no good, from one network; fewer where callers may send fewer requests. */
const mostFailed = 30;

export interface Credentials {
  /** Who may use `/mcp`. */
  readonly authorize: Authorize;
  /** The answer to a caller of `/v1` that sends too much; undefined to any other. */
  readonly refuseApi: (request: Request) => Promise<Response | undefined>;
  /** With OAuth: what clients read to find the authorization server. */
  readonly resource: ProtectedResource | undefined;
  /** Host names under which clients reach the server. */
  readonly hosts: readonly string[];
}

/**
 * Whether callers need a token. Serving on loopback alone they do not, unless something says that they come from
 * elsewhere: behind a proxy everybody seems to be on this machine.
 */
export function needsToken({ host, publicUrl, bearer, oauthIssuer }: Config): boolean {
  return !isLoopback(host.value) || [publicUrl, bearer, oauthIssuer].some(({ value }) => value !== undefined);
}

/** Throws `ConfigError` for settings that would let anybody in, or nobody. */
export function demandCredential(config: Config): void {
  const { baseUrl, host, publicUrl, bearer, oauthIssuer, oauthAudience } = config;
  if (oauthIssuer.value !== undefined && publicUrl.value === undefined) {
    throw new ConfigError(
      `${oauthIssuer.source} needs --public-url (COPYDESK_PUBLIC_URL): clients ask for tokens for that address.`,
    );
  }
  if (oauthAudience.value !== undefined && oauthIssuer.value === undefined) {
    throw new ConfigError(`${oauthAudience.source} says nothing without --oauth-issuer (COPYDESK_OAUTH_ISSUER).`);
  }
  // The embedded platform has tokens of its own.
  if (baseUrl.value === undefined || !needsToken(config)) return;
  if (bearer.value !== undefined || oauthIssuer.value !== undefined) return;
  throw new ConfigError(
    `Serving ${baseUrl.value} on ${publicUrl.value ?? host.value} would lend your token to anyone who can reach it. Say who may: COPYDESK_BEARER (--bearer) or --oauth-issuer (COPYDESK_OAUTH_ISSUER). Or serve on 127.0.0.1${publicUrl.value === undefined ? "" : " without --public-url"}.`,
  );
}

/** What the configuration says about who may call. */
export function credentialsOf(
  config: Config,
  { client, embedded }: Connection,
  { registry, log }: { readonly registry: ToolRegistry; readonly log: Log },
): Credentials {
  const { bearer, oauthIssuer, oauthAudience, publicUrl, host } = config;
  const issuer = oauthIssuer.value;
  const resource =
    issuer === undefined || publicUrl.value === undefined ? undefined : protectedResource(publicUrl.value, issuer);
  const verifiers: TokenVerifier[] = [];
  if (bearer.value !== undefined) verifiers.push(staticBearer(bearer.value, { client, principal: "bearer" }));
  if (resource !== undefined) {
    const keys = createIssuerKeys({ issuer: resource.issuer });
    // Early, so that a mistake is told at the start and the first caller need not wait. It may work later.
    keys.refresh().catch((error: unknown) => log("error", `http: ${error instanceof Error ? error.message : error}`));
    const audience = oauthAudience.value ?? resource.resource;
    const { issuer, metadata: resourceMetadata } = resource;
    verifiers.push(oauthTokens({ issuer, audience, keys, resourceMetadata, client, registry, log }));
  }
  const ofPlatform = embedded && platformTokens(embedded);
  if (ofPlatform !== undefined) verifiers.push(ofPlatform);

  const own: Caller = { client, principal: "this machine" };
  const authorize = createAuthorize({
    verifiers,
    withoutToken: needsToken(config) ? undefined : own,
    ...(resource && { authorization: { resourceMetadata: resource.metadata, scope: "docs:read" } }),
  });
  const perMinute = config.rateLimit.value ?? (needsToken(config) ? usualRateLimit : 0);
  const limit = perMinute === 0 ? undefined : createRateLimit(perMinute);
  const attempts = createFailedAttempts(createRateLimit(Math.min(mostFailed, perMinute || mostFailed)));
  const guarded = limit === undefined ? authorize : withFailedAttempts(authorize, attempts, tooManyRequests);
  const hosts = publicUrl.value === undefined ? [] : [new URL(publicUrl.value).hostname];
  return {
    authorize: limit === undefined ? authorize : withRateLimit(guarded, limit),
    refuseApi: async (request) => limit && ofPlatform && refuseApi(request, ofPlatform, limit, attempts),
    resource,
    hosts: [host.value, ...hosts],
  };
}

/** Whose token is not known is the platform's to refuse. */
async function refuseApi(
  request: Request,
  verify: TokenVerifier,
  limit: RateLimit,
  attempts: FailedAttempts,
): Promise<Response | undefined> {
  const presented = readBearer(request);
  if (presented.kind !== "token") return undefined;
  const caller = await attempts.guard(
    request,
    async () => ({ of: await verify(presented.token) }),
    ({ of }) => of === undefined,
  );
  const wait = "wait" in caller ? caller.wait : waitOf(caller.of, limit);
  if (wait === undefined) return undefined;
  const seconds = secondsOf(wait);
  return errorResponse("too_many_requests", `Too many requests: wait ${seconds} s.`, {
    "Retry-After": String(seconds),
  });
}

function waitOf(caller: Awaited<ReturnType<TokenVerifier>>, limit: RateLimit): number | undefined {
  return caller !== undefined && "principal" in caller ? limit.take(caller.principal ?? "") : undefined;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
