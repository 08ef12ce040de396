import type { Config } from "../config/config.ts";
import { ConfigError, toBlockList } from "../config/values.ts";
import { errors } from "../contract/errors.ts";
import { rateLimitHeaders } from "../contract/rate-limit.ts";
import { isScope } from "../contract/reach.ts";
import { getPath } from "../contract/request-url.ts";
import { type Database, parts } from "../platform/index.ts";
import { errorResponse, toFailure } from "../platform/kernel/error-response.ts";
import {
  type Authorize,
  type Caller,
  createAuthorize,
  readAuthorization,
  staticBearer,
  TokenRefusal,
  type TokenVerifier,
} from "../server/access/authorize.ts";
import { type ClientAddress, createClientAddress } from "../server/access/client-address.ts";
import {
  foreignPage,
  jsonRpcError,
  preflight,
  readableFrom,
  type Site,
  type SiteRules,
} from "../server/access/http-guards.ts";
import { createIssuerKeys } from "../server/access/issuer-keys.ts";
import {
  createFailedAttempts,
  createRateLimit,
  type FailedAttempts,
  type RateLimit,
  takeAllowance,
  tooManyRequests,
  Wait,
  withFailedAttempts,
  withRateLimit,
} from "../server/access/limits.ts";
import {
  oauthTokens,
  type ProtectedResource,
  protectedResource,
  type RecognizeCaller,
} from "../server/access/oauth.ts";
import { externalScopes, ownScopes, refuseBeyond, scopesUpTo } from "../server/access/scopes.ts";
import type { Log } from "../server/log.ts";
import type { ToolRegistry } from "../tools/tool.ts";
import { actingClient, CallerClients, type Connection, type EmbeddedPlatform, inProcessClient } from "./connection.ts";

/** Default requests per minute of one caller, if callers need a token. */
export const defaultRateLimit = 600;

/** Invalid credentials per minute, per client and per credential; fewer if the rate limit is lower. */
export const maxFailedAttempts = 30;

interface Credentials {
  /** Access to `/mcp`. */
  readonly authorize: Authorize;
  /** Access to the platform's interfaces. */
  readonly guardApi: GuardApi;
  readonly guardSites: GuardApi;
  /** With OAuth: metadata from which clients find the authorization server. */
  readonly resource: ProtectedResource | undefined;
  readonly site: Site;
  /** Counts invalid credentials across all interfaces. */
  readonly attempts: FailedAttempts;
  readonly clientAddress: ClientAddress;
}

/**
 * Whether callers need a token. They do not if it serves only on loopback, unless a setting says that requests come
 * from elsewhere: behind a proxy everyone seems to be on this machine.
 */
export function needsToken({ host, publicUrl, trustedProxy, bearer, oauthIssuer }: Config): boolean {
  if (!isLoopback(host.value) || trustedProxy.value.length > 0) return true;
  return [publicUrl, bearer, oauthIssuer].some(({ value }) => value !== undefined);
}

/** Whether this server issues tokens to members' agents. */
export const isAuthorizationServer = ({ baseUrl, oauthIssuer, publicUrl, host }: Config): boolean =>
  baseUrl.value === undefined &&
  oauthIssuer.value === undefined &&
  (publicUrl.value !== undefined || isLoopback(host.value));

/** Whether clients behind the proxy cannot be distinguished, so that they share one address. */
export const hidesClients = ({ publicUrl, trustedProxy }: Config): boolean =>
  publicUrl.value !== undefined && trustedProxy.value.length === 0;

/** The warning for that. */
export const clientsHidden = "Invalid tokens are counted by token, not by client, because no --trusted-proxy is set.";

/** Throws `ConfigError` for settings that would admit everyone, or no one. */
export function requireCredential(config: Config): void {
  const { baseUrl, host, publicUrl, trustedProxy, bearer, oauthIssuer, oauthAudience, oauthCallers } = config;
  if (oauthIssuer.value !== undefined && publicUrl.value === undefined) {
    throw new ConfigError(
      `${oauthIssuer.source} needs --public-url (COPYDESK_PUBLIC_URL): clients ask for tokens for that address.`,
    );
  }
  if (oauthAudience.value !== undefined && oauthIssuer.value === undefined) {
    throw new ConfigError(`${oauthAudience.source} has no effect without --oauth-issuer (COPYDESK_OAUTH_ISSUER).`);
  }
  if (oauthCallers.source !== "default" && oauthIssuer.value === undefined) {
    throw new ConfigError(`${oauthCallers.source} has no effect without --oauth-issuer (COPYDESK_OAUTH_ISSUER).`);
  }
  if (oauthCallers.source !== "default" && oauthCallers.value === "members" && baseUrl.value !== undefined) {
    throw new ConfigError(
      `${oauthCallers.source}: the members of ${baseUrl.value} are not known here. Leave it out: callers act with the server's token there.`,
    );
  }
  // The embedded platform has its own tokens.
  if (baseUrl.value === undefined || !needsToken(config)) return;
  if (bearer.value !== undefined || oauthIssuer.value !== undefined) return;
  const proxy = [publicUrl, trustedProxy].filter(({ source }) => source !== "default");
  const without = proxy.length === 0 ? "" : ` without ${proxy.map(({ source }) => source).join(" and ")}`;
  throw new ConfigError(
    `Serving ${baseUrl.value} on ${publicUrl.value ?? host.value} would lend your token to anyone who can reach it. Say who may: COPYDESK_BEARER (--bearer) or --oauth-issuer (COPYDESK_OAUTH_ISSUER). Or serve on 127.0.0.1${without}.`,
  );
}

/** The configured access rules. */
export function createCredentials(
  config: Config,
  { client, embedded }: Connection,
  { registry, log }: { readonly registry: ToolRegistry; readonly log: Log },
): Credentials {
  const { bearer, oauthIssuer, oauthAudience, publicUrl, host } = config;
  const issuer = oauthIssuer.value;
  const resource =
    issuer === undefined || publicUrl.value === undefined
      ? undefined
      : protectedResource(publicUrl.value, issuer, externalScopes);
  const verifiers: TokenVerifier[] = [];
  if (bearer.value !== undefined) verifiers.push(staticBearer(bearer.value, { client, principal: "bearer" }));
  if (resource !== undefined) {
    const keys = createIssuerKeys({ issuer: resource.issuer });
    // Started early, so that a mistake is reported at start-up and no caller has to wait. It may succeed later.
    keys.refresh().catch((error: unknown) => log("error", `http: ${error instanceof Error ? error.message : error}`));
    const audience = oauthAudience.value ?? resource.resource;
    const { issuer, metadata: resourceMetadata } = resource;
    const asMembers = embedded !== undefined && config.oauthCallers.value === "members";
    const recognize = asMembers ? memberCallers(embedded) : undefined;
    verifiers.push(oauthTokens({ issuer, audience, keys, resourceMetadata, client, recognize, registry, log }));
  }
  const own = isAuthorizationServer(config) && publicUrl.value !== undefined ? publicUrl.value : undefined;
  const ownResource = own === undefined ? undefined : protectedResource(own, `${own}/app/oauth`, ownScopes);
  if (embedded !== undefined && isAuthorizationServer(config)) {
    const resourceMetadata = ownResource?.metadata ?? "/.well-known/oauth-protected-resource/mcp";
    verifiers.push(agentTokens(embedded, { resource: ownResource?.resource, resourceMetadata, registry }));
  }
  const ofPlatform = embedded && platformTokens(embedded);
  if (ofPlatform !== undefined) verifiers.push(ofPlatform);

  const process: Caller = { client, principal: "this machine" };
  const authorize = createAuthorize({
    verifiers,
    withoutToken: needsToken(config) ? undefined : process,
    ...(resource && { authorization: { resourceMetadata: resource.metadata, scope: "docs:read" } }),
    // Agents request every scope: the person who connects one chooses.
    ...(ownResource && {
      authorization: { resourceMetadata: ownResource.metadata, scope: scopesUpTo("admin", ownScopes) },
    }),
  });
  const perMinute = config.rateLimit.value ?? (needsToken(config) ? defaultRateLimit : 0);
  const limit = perMinute === 0 ? undefined : createRateLimit(perMinute);
  const { value: proxies } = config.trustedProxy;
  const failures = () => createRateLimit(Math.min(maxFailedAttempts, perMinute || maxFailedAttempts));
  const clientAddress = createClientAddress({
    trusted: proxies.length === 0 ? undefined : toBlockList(proxies),
    behindProxy: hidesClients(config),
  });
  const attempts = createFailedAttempts({ ofAddress: failures(), ofPresented: failures(), clientAddress });
  const authorizeSafely: Authorize = (request) => authorize(request).catch((error: unknown) => cannotTell(error, log));
  const guarded = withFailedAttempts(authorizeSafely, attempts, tooManyRequests);
  return {
    authorize: limit === undefined ? guarded : withRateLimit(guarded, limit),
    guardSites: guardSites(attempts),
    guardApi: guardApi({
      findPrincipal: async (token) =>
        embedded?.platform.findIntegrationSubject(token) ?? principalIn(await ofPlatform?.(token)),
      limit,
      attempts,
    }),
    resource: resource ?? ownResource,
    site: { hosts: [host.value], publicUrl: publicUrl.value, origins: config.allowedOrigins.value },
    attempts,
    clientAddress,
  };
}

/** The answer while tokens cannot be looked up, for example in a damaged database. */
function cannotTell(error: unknown, log: Log): Response {
  const { code, message, retryAfter } = toFailure(error, (line) => log("error", line));
  const headers = retryAfter === undefined ? undefined : { "Retry-After": String(retryAfter) };
  return jsonRpcError(errors[code].status, -32603, message, headers);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

export type GuardApi = (request: Request, serve: () => Promise<Response>) => Promise<Response>;

interface ApiGuardOptions {
  /** The caller of a token; undefined for an invalid one. */
  findPrincipal(token: string): Promise<string | undefined>;
  /** Requests of one caller; unlimited if left out. */
  readonly limit: RateLimit | undefined;
  readonly attempts: FailedAttempts;
}

const principalIn = (verified: Awaited<ReturnType<TokenVerifier>>) =>
  verified !== undefined && "principal" in verified ? (verified.principal ?? "") : undefined;

/** Limits a caller's requests to the platform, and invalid credentials. */
function guardApi({ findPrincipal, limit, attempts }: ApiGuardOptions): GuardApi {
  /** The platform itself refuses invalid credentials; this counts them. */
  const counted = async (
    request: Request,
    presented: string | undefined,
    serve: () => Promise<Response>,
    failed: (response: Response) => boolean,
  ) => {
    const served = await attempts.guard(request, presented, serve, failed);
    return served instanceof Wait ? tooMany(served) : served;
  };

  const ofCaller = async (token: string): Promise<Response | undefined> => {
    if (limit === undefined) return undefined;
    // The platform itself reports a database that cannot be read.
    const principal = await findPrincipal(token).catch(() => undefined);
    const wait = principal === undefined ? undefined : takeAllowance(limit, principal);
    return wait === undefined ? undefined : tooMany(wait);
  };

  const withToken: GuardApi = async (request, serve) => {
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

  return async (request, serve) => {
    // The address is the credential: a signed link, or a public key.
    if (!needsTokenAt(getPath(request))) {
      const { pathname, search } = new URL(request.url);
      return counted(request, pathname + search, serve, isWrongSecret);
    }
    if (!resolvesSecrets(getPath(request))) return withToken(request, serve);
    // In the body or the query, where it is one of several parts.
    return counted(request, undefined, () => withToken(request, serve), isWrongSecret);
  };
}

const isWrongSecret = ({ status }: Response) => status === 403 || status === 404;

/** Whether the address of a site in the request may contain the secret of a share link or preview. */
const resolvesSecrets = (pathname: string) => /^\/v1\/urls\/published\/?$/.test(pathname);

const needsTokenAt = (pathname: string) => /^\/(v1|uploads)(\/|$)/.test(pathname);

const tooMany = (wait: Wait): Response =>
  errorResponse("too_many_requests", `Too many requests: wait ${wait.seconds} s.`, rateLimitHeaders(wait));

/** Counts addresses that open nothing: the address may be a guessed secret. */
function guardSites(attempts: FailedAttempts): GuardApi {
  return async (request, serve) => {
    const served = await attempts.guard(request, undefined, serve, ({ status }) => status === 404);
    if (!(served instanceof Wait)) return served;
    const headers = { ...rateLimitHeaders(served), "Content-Type": "text/plain; charset=utf-8" };
    return new Response(`Too many requests: wait ${served.seconds} s.\n`, { status: 429, headers });
  };
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Serves the platform to allowed web pages; links to files work on every page. */
export async function servePages(request: Request, site: SiteRules, serve: () => Promise<Response>): Promise<Response> {
  if (!needsTokenAt(getPath(request))) return serve();
  if (!site.allowsPage(request)) return errorResponse("forbidden", `Forbidden: ${foreignPage}`);
  const origin = request.headers.get("origin");
  const isPreflight = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
  return readableFrom(origin, isPreflight ? preflight(request, methods) : await serve());
}

/** Milliseconds for which a token is accepted without reading the database: tokens expire by the clock. */
const maxUnreadMs = 1000;

const maxTokens = 1000;

/** Finds tokens, and a valid one again without reading until someone commits a write. */
function whileUnchanged<Found>(
  database: Pick<Database, "lastChange">,
  find: (token: string) => Promise<Found | undefined>,
): (token: string) => Promise<Found | undefined> {
  const good = new Map<string, { readonly found: Found; readonly change: number; readonly at: number }>();
  return async (token) => {
    const change = database.lastChange();
    if (change === undefined) return find(token);
    const at = performance.now();
    const known = good.get(token);
    if (known?.change === change && at - known.at < maxUnreadMs) return known.found;
    good.delete(token);
    const found = await find(token);
    if (found !== undefined) good.set(token, { found, change, at });
    const [oldest] = good.keys();
    if (good.size > maxTokens && oldest !== undefined) good.delete(oldest);
    return found;
  };
}

/** Verifies tokens of the embedded platform: the caller acts as the token's user. */
export function platformTokens({ platform }: EmbeddedPlatform): TokenVerifier {
  const clients = new CallerClients();
  const find = whileUnchanged(platform.database, async (token) => {
    const [{ findToken }, { findUser }] = await Promise.all([parts.tokens(), parts.people()]);
    return platform.database.read(async (queries) => {
      const row = await findToken(queries, token, platform.now());
      return row && (await findUser(queries, row.user)) && row;
    });
  });
  return async (token) => {
    const row = await find(token);
    if (row === undefined) return undefined;
    const lasts = {
      ...(row.expires_at !== null && { until: Date.parse(row.expires_at) }),
      still: async () => (await find(token)) !== undefined,
    };
    const client = clients.of(row.hash, () => inProcessClient(platform, token));
    return { client, principal: row.hash, lasts };
  };
}

interface AgentTokenOptions {
  /** Where clients reach `/mcp`; undefined if that is any address of this machine. */
  readonly resource: string | undefined;
  readonly resourceMetadata: string;
  readonly registry: ToolRegistry;
}

/** Precision of an agent's last-called time, in milliseconds. */
const noted = 60_000;

/** Verifies access tokens of the built-in authorization server: the caller acts as the person who consented. */
export function agentTokens(
  { platform }: Pick<EmbeddedPlatform, "platform">,
  options: AgentTokenOptions,
): TokenVerifier {
  const { database, now } = platform;
  const clients = new CallerClients();

  const find = whileUnchanged(database, (token) =>
    database.read(async (queries) => {
      const [{ findOauthRecord }, { findAgent }, { mayCall }] = await Promise.all([
        parts.oauthRecords(),
        parts.agents(),
        parts.signIn(),
      ]);
      const record = await findOauthRecord(queries, "AccessToken", token, now());
      const agent = record?.agent == null ? undefined : await findAgent(queries, record.agent);
      if (record === undefined || agent === undefined || !(await mayCall(queries, agent.user))) return undefined;
      return { agent, payload: JSON.parse(record.payload) as { readonly aud?: unknown }, expiresAt: record.expires_at };
    }),
  );

  return async (token) => {
    // All tokens of the library have this form, and none of ours do.
    if (!/^[\w-]{43}$/.test(token)) return undefined;
    const found = await find(token);
    if (found === undefined) return undefined;
    const { agent, payload, expiresAt } = found;
    if (!isFor(payload.aud, options.resource)) return new TokenRefusal("The token is for another audience.");
    const scope = isScope(agent.scope) ? agent.scope : "read";
    const beyond = refuseBeyond(scope, { offered: ownScopes, ...options });
    let lastTool = agent.last_tool;
    let lastUsedAt = agent.last_used_at;
    const note = async (message: unknown) => {
      const tool = findToolName(message) ?? lastTool ?? undefined;
      const time = now();
      const isDue = lastUsedAt === null || Date.parse(time) - Date.parse(lastUsedAt) >= noted;
      if (!isDue && tool === (lastTool ?? undefined)) return;
      lastTool = tool ?? null;
      lastUsedAt = time;
      const { noteAgentUse } = await parts.agents();
      await database.write((queries) => noteAgentUse(queries, agent.id, tool, time));
    };
    return {
      client: clients.of(JSON.stringify([agent.user, scope, agent.name]), () =>
        actingClient(platform, { user: agent.user, scope }, agent.name),
      ),
      principal: `agent ${agent.id}`,
      lasts: {
        ...(expiresAt !== null && { until: Date.parse(expiresAt) }),
        still: async () => (await find(token)) !== undefined,
      },
      async refuse(message) {
        await note(message);
        return beyond(message);
      },
    };
  };
}

function isFor(audience: unknown, resource: string | undefined): boolean {
  if (resource !== undefined) return audience === resource;
  return typeof audience === "string" && /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\]):\d+\/mcp$/.test(audience);
}

const maxToolNameLength = 100;

function findToolName(message: unknown): string | undefined {
  const last: unknown = Array.isArray(message) ? message.at(-1) : message;
  if (typeof last !== "object" || last === null || !("method" in last) || last.method !== "tools/call")
    return undefined;
  const { params } = last as { readonly params?: { readonly name?: unknown } };
  return typeof params?.name === "string" ? params.name.slice(0, maxToolNameLength) : undefined;
}

/** Finds the members that an authorization server's tokens identify. */
function memberCallers({ platform }: Pick<EmbeddedPlatform, "platform">): RecognizeCaller {
  const { database, now } = platform;
  const clients = new CallerClients();
  return async (subject) => {
    const { linkSubject, mayCall, recognizeCaller } = await parts.signIn();
    const found = await database.read((queries) => recognizeCaller(queries, subject));
    if ("reason" in found) return found.reason;
    const { user, isLinked } = found;
    if (!isLinked) await database.write((queries) => linkSubject(queries, subject, user, now()));
    return {
      clientWithin: (scope) => clients.of(JSON.stringify([user, scope]), () => actingClient(platform, { user, scope })),
      principal: user,
      still: () => database.read((queries) => mayCall(queries, user)),
    };
  };
}
