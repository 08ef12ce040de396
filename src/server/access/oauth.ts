import type { JWTPayload } from "jose";
import { includesScope, reaches, type Scope } from "../../contract/reach.ts";
import { limitedClient } from "../../tools/operation-limits.ts";
import type { ToolRegistry } from "../../tools/tool.ts";
import type { Log } from "../log.ts";
import type { Client } from "../request-scope.ts";
import { type Caller, type Lasting, TokenRefusal, type TokenVerifier } from "./authorize.ts";
import { jsonRpcError } from "./http-guards.ts";
import { type IssuerKeys, IssuerUnavailableError } from "./issuer-keys.ts";
import {
  externalScopes,
  grantedScope,
  insufficientScope,
  type OfferedScopes,
  refuseBeyond,
  scopeName,
} from "./scopes.ts";

/** The person a token identifies, as known to the service. */
interface RecognizedCaller {
  /** Makes calls as that person, limited to the scope. */
  clientWithin(scope: Scope): Client;
  /** Stays the same for one person. */
  readonly principal: string;
  /** Whether the person may still call. */
  still(): Promise<boolean>;
}

/** The subject of a token, according to its issuer. */
interface TokenSubject {
  readonly issuer: string;
  readonly subject: string;
  /** Only if the issuer says that it has verified it. */
  readonly verifiedEmail: string | undefined;
}

/** Returns the person a token identifies, or a reason for the caller why there is none. */
export type RecognizeCaller = (subject: TokenSubject) => Promise<RecognizedCaller | string>;

interface OAuthOptions {
  /** Required value of a token's `iss`. */
  readonly issuer: string;
  /** Required value or element of a token's `aud`. */
  readonly audience: string;
  readonly keys: IssuerKeys;
  /** URL of this server's protected-resource metadata. */
  readonly resourceMetadata: string;
  /** The server's own client, for calls without a recognized person. A caller's token never leaves this server. */
  readonly client: Client;
  /** Left out if every caller acts as the server. */
  readonly recognize?: RecognizeCaller | undefined;
  /** All tools. */
  readonly registry: ToolRegistry;
  readonly log: Log;
  readonly now?: () => Date;
}

/** Asymmetric algorithms. With a shared secret, anyone who can verify a token could create one. */
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

/** Clock tolerance for the issuer, in seconds. */
const clockTolerance = 30;

/** `typ` of access tokens, and of issuers that set none. Others have another purpose. */
const types: readonly unknown[] = [undefined, "jwt", "at+jwt", "application/at+jwt"];

/** Verifies access tokens that one authorization server issued for this server as JWTs (RFC 9068). */
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
      if (!types.includes(protectedHeader.typ?.toLowerCase()))
        return new TokenRefusal("The token is not an access token.");
      return resolveCaller(payload, options);
    } catch (error) {
      if (error instanceof IssuerUnavailableError) {
        log("error", `http: ${error.message}`);
        return jsonRpcError(503, -32000, "Tokens cannot be checked now: the authorization server does not respond.", {
          "Retry-After": "10",
        });
      }
      if (error instanceof errors.JOSEError) return new TokenRefusal(describeReason(error));
      // The key is too short, or of a type that this Node version does not support.
      log("error", `http: a token cannot be checked with the keys of ${issuer}: ${getErrorName(error)}`);
      return new TokenRefusal("The token is signed with a key that this server does not accept.");
    }
  };
}

const getErrorName = (error: unknown) => (error instanceof Error ? error.name : typeof error);

async function resolveCaller(
  claims: JWTPayload,
  { issuer, resourceMetadata, client, registry, recognize }: OAuthOptions,
): Promise<Caller | TokenRefusal | Response> {
  const { sub, client_id: clientId, azp, cnf } = claims;
  if (cnf !== undefined) return new TokenRefusal("The token is bound to a key; only plain bearer tokens are accepted.");
  const who = [sub, clientId ?? azp].map((part) => (typeof part === "string" ? part : ""));
  if (who.every((part) => part === "")) return new TokenRefusal("The token does not identify its user.");
  const granted = grantedScope(claims);
  const scopes = { offered: externalScopes, resourceMetadata, registry };
  if (granted === undefined) return insufficientScope("read", scopes);
  const until = 1000 * ((claims.exp ?? 0) + clockTolerance);
  const refuse = refuseBeyond(granted, scopes);
  const principal = `oauth ${JSON.stringify(who)}`;
  if (recognize === undefined) return { client: within(granted, client), principal, lasts: { until }, refuse };
  if (typeof sub !== "string" || sub === "") {
    return nobody(
      "The token does not represent a person. Sign in as a member, or ask the operator to set --oauth-callers server.",
    );
  }
  const person = await recognize({ issuer, subject: sub, verifiedEmail: verifiedEmailIn(claims) });
  if (typeof person === "string") return nobody(person);
  const lasts: Lasting = { until, still: () => person.still() };
  return { client: person.clientWithin(granted), principal: `${principal} ${person.principal}`, lasts, refuse };
}

/** A valid token of someone who is not a member. Another token would not help, so none is requested. */
const nobody = (reason: string): Response => jsonRpcError(403, -32003, reason);

function verifiedEmailIn({ email, email_verified: verified }: JWTPayload): string | undefined {
  return typeof email === "string" && verified === true ? email : undefined;
}

/** Limits the client to the scope, whatever the tool does. */
function within(granted: Scope, client: Client): Client {
  if (granted === "admin") return client;
  return limitedClient(client, (id, reach) => {
    const needed = reaches[reach].scope;
    return includesScope(granted, needed)
      ? undefined
      : `${id} was not called: this needs the scope ${scopeName(needed)}.`;
  });
}

/** In our own words: jose's messages may contain parts of the token. */
function describeReason(error: { readonly code: string; readonly claim?: unknown }): string {
  if (error.code === "ERR_JWT_EXPIRED") return "The token has expired.";
  if (error.code === "ERR_JWT_CLAIM_VALIDATION_FAILED") {
    const reason = reasonsByClaim[String(error.claim)];
    return reason ?? "The token lacks a claim, or has one that is not valid.";
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

const wellKnown = "/.well-known/oauth-protected-resource";

export interface ProtectedResource {
  /** The public URL of the MCP endpoint. */
  readonly resource: string;
  /** URL of the metadata. */
  readonly metadata: string;
  readonly issuer: string;
  readonly offered: OfferedScopes;
}

/** `publicUrl` has no trailing slash. */
export function protectedResource(publicUrl: string, issuer: string, offered: OfferedScopes): ProtectedResource {
  return { resource: `${publicUrl}/mcp`, metadata: `${publicUrl}${wellKnown}/mcp`, issuer, offered };
}

export const isMetadataPath = (path: string): boolean => path === wellKnown || path === `${wellKnown}/mcp`;

/** Serves what a client has to know to get a token (RFC 9728). Public, for every origin. */
export function serveResourceMetadata({ resource, issuer, offered }: ProtectedResource, request: Request): Response {
  const cors = { "Access-Control-Allow-Origin": "*" };
  if (request.method === "OPTIONS") {
    const requestedHeaders = request.headers.get("access-control-request-headers") ?? "mcp-protocol-version";
    const allowed = { "Access-Control-Allow-Methods": "GET", "Access-Control-Allow-Headers": requestedHeaders };
    return new Response(null, { status: 204, headers: { ...cors, ...allowed } });
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD, OPTIONS" } });
  }
  const document = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: offered.map(scopeName),
    bearer_methods_supported: ["header"],
    resource_name: "Copydesk",
  };
  return Response.json(document, { headers: { ...cors, "Cache-Control": "max-age=3600" } });
}
