import { blockListOf } from "../config/networks.ts";
import { ConfigError } from "../config/values.ts";
import type { Config } from "../config.ts";
import { createAuthorize } from "../server/access/authorize.ts";
import { staticBearer } from "../server/access/bearer.ts";
import type { Authorize, Caller, TokenVerifier } from "../server/access/caller.ts";
import { createClientAddress } from "../server/access/client-address.ts";
import { createFailedAttempts, withFailedAttempts } from "../server/access/failed-attempts.ts";
import { createIssuerKeys } from "../server/access/issuer-keys.ts";
import { oauthTokens } from "../server/access/oauth.ts";
import { createRateLimit, tooManyRequests, withRateLimit } from "../server/access/rate-limit.ts";
import { type ProtectedResource, protectedResource } from "../server/access/resource-metadata.ts";
import type { Log } from "../server/log.ts";
import type { Site } from "../server/transports/foreign-requests.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import { type GuardApi, guardApi } from "./api-guard.ts";
import { platformTokens } from "./callers.ts";
import type { Connection } from "./connection.ts";

/** Requests a minute of one caller, where callers need a token and nothing else is set. */
export const usualRateLimit = 600;
/** What is no good, a minute, from one client or one and the same; fewer where callers may send fewer requests. */
export const mostFailed = 30;

export interface Credentials {
  /** Who may use `/mcp`. */
  readonly authorize: Authorize;
  /** Who may use what the platform serves. */
  readonly guardApi: GuardApi;
  /** With OAuth: what clients read to find the authorization server. */
  readonly resource: ProtectedResource | undefined;
  readonly site: Site;
}

/**
 * Whether callers need a token. Serving on loopback alone they do not, unless something says that they come from
 * elsewhere: behind a proxy everybody seems to be on this machine.
 */
export function needsToken({ host, publicUrl, trustedProxy, bearer, oauthIssuer }: Config): boolean {
  if (!isLoopback(host.value) || trustedProxy.value.length > 0) return true;
  return [publicUrl, bearer, oauthIssuer].some(({ value }) => value !== undefined);
}

/** Whether nobody says which client a request behind the proxy comes from, so that one address stands for all. */
export const hidesClients = ({ publicUrl, trustedProxy }: Config): boolean =>
  publicUrl.value !== undefined && trustedProxy.value.length === 0;

/** What is told of it. */
export const clientsHidden =
  "Tokens that are no good are counted by token, not by client: no --trusted-proxy says whose word is taken for who calls.";

/** Throws `ConfigError` for settings that would let anybody in, or nobody. */
export function demandCredential(config: Config): void {
  const { baseUrl, host, publicUrl, trustedProxy, bearer, oauthIssuer, oauthAudience } = config;
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
  const proxy = [publicUrl, trustedProxy].filter(({ source }) => source !== "default");
  const without = proxy.length === 0 ? "" : ` without ${proxy.map(({ source }) => source).join(" and ")}`;
  throw new ConfigError(
    `Serving ${baseUrl.value} on ${publicUrl.value ?? host.value} would lend your token to anyone who can reach it. Say who may: COPYDESK_BEARER (--bearer) or --oauth-issuer (COPYDESK_OAUTH_ISSUER). Or serve on 127.0.0.1${without}.`,
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
  const { value: proxies } = config.trustedProxy;
  const failures = () => createRateLimit(Math.min(mostFailed, perMinute || mostFailed));
  const attempts = createFailedAttempts({
    ofAddress: failures(),
    ofPresented: failures(),
    clientAddress: createClientAddress({
      trusted: proxies.length === 0 ? undefined : blockListOf(proxies),
      behindProxy: hidesClients(config),
    }),
  });
  const guarded = withFailedAttempts(authorize, attempts, tooManyRequests);
  return {
    authorize: limit === undefined ? guarded : withRateLimit(guarded, limit),
    guardApi: guardApi({ verify: ofPlatform ?? (async () => undefined), limit, attempts }),
    resource,
    site: { hosts: [host.value], publicUrl: publicUrl.value, origins: config.allowedOrigins.value },
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
