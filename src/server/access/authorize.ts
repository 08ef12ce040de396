import { createHash, timingSafeEqual } from "node:crypto";
import type { Client } from "../request-scope.ts";
import { isForwarded } from "./client-address.ts";
import { jsonRpcError } from "./http-guards.ts";

interface AuthorizeOptions {
  /** Asked in this order until one knows the token. */
  readonly verifiers: readonly TokenVerifier[];
  /** Whoever sends no token; left out where a token is needed. */
  readonly withoutToken?: Caller | undefined;
  /** What a refusal tells a client that can ask an authorization server for a token. */
  readonly authorization?: Pick<Challenge, "resourceMetadata" | "scope">;
}

/** Who may call, by the token a request carries. */
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
      return isForwarded(request) ? challenge(forwardedReason, authorization) : withoutToken;
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

const forwardedReason =
  "A proxy sent this request on, so it needs a token: Authorization: Bearer <token>. Start the server with --public-url.";

/** Who sent a request, and as whom its calls are made. */
export interface Caller {
  readonly client: Client;
  /** Stays the same for one caller; a session is served to the caller that opened it alone. */
  readonly principal?: string;
  /** How long its rights last; absent where nothing ends them. */
  readonly lasts?: Lasting;
  /** The answer to a message, or an array of them, that the caller may not send; undefined for what it may. */
  readonly refuse?: (message: unknown) => Response | undefined | Promise<Response | undefined>;
}

/** What ends a caller's rights. */
export interface Lasting {
  /** Milliseconds since 1970. */
  readonly until?: number;
  /** Whether nobody has taken them away meanwhile. */
  still?(): Promise<boolean>;
}

/** Returns the caller of a request, or the response that turns it away. */
export type Authorize = (request: Request) => Promise<Caller | Response>;

/** A token that its verifier knows to be no good, and why, in words that hold nothing of it. */
export class TokenRefusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * Returns the caller of a token; a refusal, or the response that turns the request away, for a token of its own kind;
 * undefined for a token that another verifier may know.
 */
export type TokenVerifier = (token: string) => Promise<Caller | TokenRefusal | Response | undefined>;

/** What a request brings to show who sends it. */
type Presented =
  | { readonly kind: "nothing" }
  | { readonly kind: "another scheme" }
  | { readonly kind: "malformed"; readonly reason: string }
  | { readonly kind: "token"; readonly token: string };

/** UTF-16 units; longer ones are not looked at. Node itself takes 16 KiB of headers. */
const longestToken = 8192;

/**
 * The token of a request's `Authorization: Bearer` header. A token in the URL is refused even beside a header: addresses
 * are written to logs and histories.
 */
export function readBearer(request: Request): Presented {
  if (new URL(request.url).searchParams.has("access_token")) {
    return malformed("A token in the URL is not taken; send Authorization: Bearer <token>. Replace the token.");
  }
  return readAuthorization(request.headers);
}

/** The same by the header alone, for an interface whose URLs may hold anything. */
export function readAuthorization(headers: Headers): Presented {
  const header = headers.get("authorization")?.trim();
  if (header === undefined) return { kind: "nothing" };
  if (!/^bearer(\s|$)/i.test(header)) return { kind: "another scheme" };
  if (header.length > longestToken) return malformed(`A token has at most ${longestToken} characters.`);
  // Two headers arrive as one, joined by a comma, which no token has.
  const token = /^bearer +([\w\-.~+/]+=*)$/i.exec(header)?.[1];
  return token === undefined
    ? malformed("Send one Authorization header, with Bearer and one token.")
    : { kind: "token", token };
}

const malformed = (reason: string): Presented => ({ kind: "malformed", reason });

/** Knows one token, which everybody who may call has. */
export function staticBearer(secret: string, caller: Caller): TokenVerifier {
  const expected = digest(secret);
  return async (token) => (timingSafeEqual(digest(token), expected) ? caller : undefined);
}

/** Of one length for all texts, so that comparing tells nothing about the secret's. */
const digest = (text: string) => createHash("sha256").update(text).digest();

type BearerError = "invalid_request" | "invalid_token" | "insufficient_scope";

interface Challenge {
  /** Left out where no token was sent. */
  readonly error?: BearerError;
  /** Where the protected-resource metadata is; a client finds its authorization server there. */
  readonly resourceMetadata?: string | undefined;
  /** What to ask the authorization server for, separated by spaces. */
  readonly scope?: string | undefined;
}

const statusOf = { invalid_request: 400, invalid_token: 401, insufficient_scope: 403 } as const;

/** Turns a request away with the challenge of RFC 6750 and, with metadata, of RFC 9728. */
export function challenge(message: string, { error, resourceMetadata, scope }: Challenge = {}): Response {
  const parameters = Object.entries({
    realm: "copydesk",
    error,
    error_description: error === undefined ? undefined : message,
    scope,
    resource_metadata: resourceMetadata,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value.replaceAll(/["\\]/g, "'")}"`]));
  const status = error === undefined ? 401 : statusOf[error];
  return jsonRpcError(status, -32001, message, { "WWW-Authenticate": `Bearer ${parameters.join(", ")}` });
}
