import { createHash, timingSafeEqual } from "node:crypto";
import { findSearchParams } from "../../contract/request-url.ts";
import type { Client } from "../request-scope.ts";
import { findProxyHeader } from "./client-address.ts";
import { jsonRpcError } from "./http-guards.ts";

interface AuthorizeOptions {
  /** Tried in this order until one recognizes the token. */
  readonly verifiers: readonly TokenVerifier[];
  /** The caller without a token; left out if a token is required. */
  readonly withoutToken?: Caller | undefined;
  /** Tells a refused client which authorization server to ask for a token. */
  readonly authorization?: Pick<Challenge, "resourceMetadata" | "scope">;
}

/** Access rules, by the token in a request. */
export function createAuthorize({ verifiers, withoutToken, authorization = {} }: AuthorizeOptions): Authorize {
  return async (request) => {
    const presented = readBearer(request);
    if (presented.kind === "malformed") {
      return challenge(presented.reason, { error: "invalid_request", ...authorization });
    }
    if (presented.kind !== "token") {
      if (withoutToken === undefined || presented.kind === "another scheme") {
        return challenge("A token is needed: Authorization: Bearer <token>.", authorization);
      }
      const header = findProxyHeader(request);
      return header === undefined ? withoutToken : challenge(forwardedReason(header), authorization);
    }
    for (const verify of verifiers) {
      const verdict = await verify(presented.token);
      if (verdict instanceof TokenRefusal) {
        return challenge(verdict.reason, { error: "invalid_token", ...authorization });
      }
      if (verdict !== undefined) return verdict;
    }
    return challenge("The token is unknown, revoked or expired.", { error: "invalid_token", ...authorization });
  };
}

const forwardedReason = (header: string) =>
  `A proxy forwarded this request (it has the header ${header}), so it needs a token: Authorization: Bearer <token>. Set --public-url (COPYDESK_PUBLIC_URL) to the address of the proxy.`;

/** The sender of a request, and the client for its calls. */
export interface Caller {
  readonly client: Client;
  /** Stays the same for one caller; only the caller that opened a session can use it. */
  readonly principal?: string;
  /** How long the caller's rights last; absent if they do not expire. */
  readonly lasts?: Lasting;
  /** The response to a message, or an array of them, that the caller may not send; undefined if allowed. */
  readonly refuse?: (message: unknown) => Response | undefined | Promise<Response | undefined>;
}

/** Limits on how long a caller's rights last. */
export interface Lasting {
  /** Milliseconds since 1970. */
  readonly until?: number;
  /** Whether the rights have not been revoked in the meantime. */
  still?(): Promise<boolean>;
}

/** Returns the caller of a request, or the response that refuses it. */
export type Authorize = (request: Request) => Promise<Caller | Response>;

/** A token that its verifier rejects, and why, in words that contain nothing of the token. */
export class TokenRefusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * Returns the caller of a token; a refusal, or the response that refuses the request, for a token of its own kind;
 * undefined for a token that another verifier may recognize.
 */
export type TokenVerifier = (token: string) => Promise<Caller | TokenRefusal | Response | undefined>;

/** The credentials in a request. */
type Presented =
  | { readonly kind: "nothing" }
  | { readonly kind: "another scheme" }
  | { readonly kind: "malformed"; readonly reason: string }
  | { readonly kind: "token"; readonly token: string };

/** UTF-16 units; longer tokens are ignored. Node limits headers to 16 KiB. */
const maxTokenChars = 8192;

/**
 * The token in a request's `Authorization: Bearer` header. A token in the URL is refused even with a header: addresses
 * end up in logs and histories.
 */
export function readBearer(request: Request): Presented {
  if (findSearchParams(request)?.has("access_token") === true) {
    return malformed("A token in the URL is not accepted; send Authorization: Bearer <token>. Replace the token.");
  }
  return readAuthorization(request.headers);
}

/** Only from the header, for an interface with arbitrary URLs. */
export function readAuthorization(headers: Headers): Presented {
  const header = headers.get("authorization")?.trim();
  if (header === undefined) return { kind: "nothing" };
  if (!/^bearer(\s|$)/i.test(header)) return { kind: "another scheme" };
  if (header.length > maxTokenChars) return malformed(`A token has at most ${maxTokenChars} characters.`);
  // Two headers arrive as one, joined by a comma, which no token contains.
  const token = /^bearer +([\w\-.~+/]+=*)$/i.exec(header)?.[1];
  return token === undefined
    ? malformed("Send one Authorization header, with Bearer and one token.")
    : { kind: "token", token };
}

const malformed = (reason: string): Presented => ({ kind: "malformed", reason });

/** Accepts one token, shared by all callers. */
export function staticBearer(secret: string, caller: Caller): TokenVerifier {
  const expected = digest(secret);
  return async (token) => (timingSafeEqual(digest(token), expected) ? caller : undefined);
}

/** Of the same length for all texts, so that comparing reveals nothing about the secret's length. */
const digest = (text: string) => createHash("sha256").update(text).digest();

type BearerError = "invalid_request" | "invalid_token" | "insufficient_scope";

interface Challenge {
  /** Left out if no token was sent. */
  readonly error?: BearerError;
  /** URL of the protected-resource metadata, where a client finds its authorization server. */
  readonly resourceMetadata?: string | undefined;
  /** Scopes to request from the authorization server, separated by spaces. */
  readonly scope?: string | undefined;
}

const statusByError = { invalid_request: 400, invalid_token: 401, insufficient_scope: 403 } as const;

/** Refuses a request with the challenge of RFC 6750 and, with metadata, of RFC 9728. */
export function challenge(message: string, { error, resourceMetadata, scope }: Challenge = {}): Response {
  const parameters = Object.entries({
    realm: "copydesk",
    error,
    error_description: error === undefined ? undefined : message,
    scope,
    resource_metadata: resourceMetadata,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value.replaceAll(/["\\]/g, "'")}"`]));
  const status = error === undefined ? 401 : statusByError[error];
  return jsonRpcError(status, -32001, message, { "WWW-Authenticate": `Bearer ${parameters.join(", ")}` });
}
