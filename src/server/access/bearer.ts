import { createHash, timingSafeEqual } from "node:crypto";
import type { Caller, TokenVerifier } from "./caller.ts";

/** What a request brings to show who sends it. */
export type Presented =
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
