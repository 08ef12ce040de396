import type { JWTPayload } from "jose";
import { type Reach, reaches } from "../../contract/reach.ts";
import { limitedClient } from "../../tools/operation-limits.ts";
import type { ToolEntry, ToolRegistry } from "../../tools/tool.ts";
import type { Log } from "../log.ts";
import type { Client } from "../request-scope.ts";
import { type Caller, challenge, TokenRefusal, type TokenVerifier } from "./authorize.ts";
import { jsonRpcError } from "./http-guards.ts";
import { type IssuerKeys, IssuerUnavailableError } from "./issuer-keys.ts";

interface OAuthOptions {
  /** What a token's `iss` must be. */
  readonly issuer: string;
  /** What a token's `aud` must be or hold. */
  readonly audience: string;
  readonly keys: IssuerKeys;
  /** Where this server's protected-resource metadata is. */
  readonly resourceMetadata: string;
  /** Makes the calls: the server's own. A caller's token never leaves this server. */
  readonly client: Client;
  /** Every tool there is. */
  readonly registry: ToolRegistry;
  readonly log: Log;
  readonly now?: () => Date;
}

/** Signatures with a private key. With a shared secret, whoever can check a token could make one. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** Seconds by which the issuer's clock may differ. */
const clockTolerance = 30;

/** `typ` of access tokens, and what issuers write that set none. Others are made for another purpose. */
const types: readonly unknown[] = [undefined, "jwt", "at+jwt", "application/at+jwt"];

/** Knows the access tokens that one authorization server issued for this server as JWTs (RFC 9068). */
export function oauthTokens(options: OAuthOptions): TokenVerifier {
  const { issuer, audience, keys, log } = options;
  return async (token) => {
    if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return undefined;
    const { errors, jwtVerify } = await import("jose");
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
        algorithms,
        issuer,
        audience,
        clockTolerance,
        requiredClaims: ["exp"],
        ...(options.now === undefined ? {} : { currentDate: options.now() }),
      });
      if (!types.includes(protectedHeader.typ?.toLowerCase())) return new TokenRefusal("The token is no access token.");
      return callerOf(payload, options);
    } catch (error) {
      if (error instanceof IssuerUnavailableError) {
        log("error", `http: ${error.message}`);
        return jsonRpcError(503, -32000, "Tokens cannot be checked now: the authorization server does not answer.", {
          "Retry-After": "10",
        });
      }
      if (error instanceof errors.JOSEError) return new TokenRefusal(reasonOf(error));
      // A key that is too short, or of a kind that this Node does not know.
      log("error", `http: a token cannot be checked with the keys of ${issuer}: ${nameOf(error)}`);
      return new TokenRefusal("The token is signed with a key that this server does not take.");
    }
  };
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

function callerOf(
  claims: JWTPayload,
  { resourceMetadata, client, registry }: OAuthOptions,
): Caller | TokenRefusal | Response {
  const { sub, client_id: clientId, azp, cnf } = claims;
  if (cnf !== undefined) return new TokenRefusal("The token is bound to a key; only plain bearer tokens are taken.");
  const who = [sub, clientId ?? azp].map((part) => (typeof part === "string" ? part : ""));
  if (who.every((part) => part === "")) return new TokenRefusal("The token does not say whose it is.");
  const granted = grantedScope(claims);
  const insufficient = (needed: Scope) =>
    challenge(`This needs the scope ${needed}.`, {
      error: "insufficient_scope",
      scope: scopesUpTo(needed),
      resourceMetadata,
    });
  if (granted === undefined) return insufficient("docs:read");
  return {
    client: within(granted, client),
    principal: `oauth ${JSON.stringify(who)}`,
    lasts: { until: 1000 * ((claims.exp ?? 0) + clockTolerance) },
    async refuse(message) {
      if (granted === "docs:admin") return undefined;
      const needed = await scopeOfMessage(message, registry);
      return includesScope(granted, needed) ? undefined : insufficient(needed);
    },
  };
}

/** Whatever a tool turns out to do, the client that it is given goes no further than the scope. */
function within(granted: Scope, client: Client): Client {
  if (granted === "docs:admin") return client;
  return limitedClient(client, (id, reach) => {
    const needed = scopeOfReach(reach);
    return includesScope(granted, needed) ? undefined : `${id} was not called: this needs the scope ${needed}.`;
  });
}

/** In words of our own: jose's may tell what a token holds. */
function reasonOf(error: { readonly code: string; readonly claim?: unknown }): string {
  if (error.code === "ERR_JWT_EXPIRED") return "The token has expired.";
  if (error.code === "ERR_JWT_CLAIM_VALIDATION_FAILED") {
    const said = reasonsByClaim[String(error.claim)];
    return said ?? "The token lacks a claim, or has one that is not valid.";
  }
  return reasonsByCode[error.code] ?? "The token is malformed.";
}

const reasonsByClaim: Readonly<Record<string, string>> = {
  aud: "The token is for another audience.",
  iss: "The token is from another issuer.",
  nbf: "The token is not valid yet.",
  exp: "The token does not say when it expires.",
};

const reasonsByCode: Readonly<Record<string, string>> = {
  ERR_JOSE_ALG_NOT_ALLOWED: "The token is signed with an algorithm that is not accepted.",
  ERR_JWKS_NO_MATCHING_KEY: "The token is signed with a key that the issuer does not publish.",
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: "The token does not say which of the issuer's keys it is signed with.",
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "The token's signature is not the issuer's.",
};

/** What an access token may grant, from the least to the most: each includes those before it. */
export const scopes = ["docs:read", "docs:write", "docs:admin"] as const;

type Scope = (typeof scopes)[number];

/** What a call needs that goes so far: what a person is asked about is for those who administer. */
export function scopeOfReach(reach: Reach): Scope {
  if (reach === "reads") return "docs:read";
  return reaches[reach].asks ? "docs:admin" : "docs:write";
}

/** The most that a token's `scope` (RFC 9068) or `scp` claim grants; undefined when it grants nothing here. */
export function grantedScope(claims: Readonly<Record<string, unknown>>): Scope | undefined {
  const named = [claims.scope, claims.scp].flatMap(namesIn);
  return scopes.findLast((scope) => named.includes(scope));
}

function namesIn(claim: unknown): unknown[] {
  if (typeof claim === "string") return claim.split(" ");
  return Array.isArray(claim) ? claim : [];
}

const includesScope = (granted: Scope, needed: Scope): boolean => scopes.indexOf(granted) >= scopes.indexOf(needed);

/** What a token needs so that it may do all of `needed`, as a client asks an authorization server for it. */
export const scopesUpTo = (needed: Scope): string => scopes.slice(0, scopes.indexOf(needed) + 1).join(" ");

/** The scope that a JSON-RPC message needs, or the most that one of an array does. Everything but a tool only reads. */
export async function scopeOfMessage(message: unknown, registry: ToolRegistry): Promise<Scope> {
  if (Array.isArray(message)) {
    const single = message.filter((one) => !Array.isArray(one));
    const needed = await Promise.all(single.map((one) => scopeOfMessage(one, registry)));
    return scopes.findLast((scope) => needed.includes(scope)) ?? "docs:read";
  }
  if (!isRecord(message) || message.method !== "tools/call" || !isRecord(message.params)) return "docs:read";
  const { name, arguments: given } = message.params;
  const entry = registry.entries.find(({ definition }) => definition.name === name);
  // Nothing is called where there is no such tool.
  return entry === undefined ? "docs:read" : scopeOfCall(entry, given, registry);
}

/** By what the call will do; for arguments that the tool will refuse, the most that it could. */
async function scopeOfCall({ definition, reach }: ToolEntry, given: unknown, registry: ToolRegistry): Promise<Scope> {
  if (reach === "reads") return "docs:read";
  const tool = await registry.load(definition.name);
  if (tool === undefined) return scopeOfReach(reach);
  const { parseToolCall } = await import("../../tools/arguments.ts");
  const { checked } = parseToolCall(tool, given);
  if (!checked.ok) return scopeOfReach(reach);
  const { plannedCall } = await import("../../tools/tool.ts");
  return scopeOfReach((await plannedCall(tool, checked.parsed)).reach);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const wellKnown = "/.well-known/oauth-protected-resource";

export interface ProtectedResource {
  /** The public address of the MCP endpoint. */
  readonly resource: string;
  /** Where the metadata is read. */
  readonly metadata: string;
  readonly issuer: string;
}

/** `publicUrl` has no slash at its end. */
export function protectedResource(publicUrl: string, issuer: string): ProtectedResource {
  return { resource: `${publicUrl}/mcp`, metadata: `${publicUrl}${wellKnown}/mcp`, issuer };
}

export const isMetadataPath = (path: string): boolean => path === wellKnown || path === `${wellKnown}/mcp`;

/** Answers what a client has to know to get a token (RFC 9728). Anybody may read it, from any page. */
export function serveResourceMetadata({ resource, issuer }: ProtectedResource, request: Request): Response {
  const cors = { "Access-Control-Allow-Origin": "*" };
  if (request.method === "OPTIONS") {
    const asked = request.headers.get("access-control-request-headers") ?? "mcp-protocol-version";
    const allowed = { "Access-Control-Allow-Methods": "GET", "Access-Control-Allow-Headers": asked };
    return new Response(null, { status: 204, headers: { ...cors, ...allowed } });
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD, OPTIONS" } });
  }
  const document = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: "Copydesk",
  };
  return Response.json(document, { headers: { ...cors, "Cache-Control": "max-age=3600" } });
}
