import { privateHeaders } from "../accounts/page.ts";
import type { AppPage, AppRequest } from "./app-request.ts";
import { renderFrame } from "./layout/frame.ts";

/** Pages load only from this server, run no inline scripts, and cannot be framed. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function respond(request: AppRequest, page: AppPage): Response {
  return request.context.withCookies(
    new Response(renderFrame(request, page), {
      status: page.status ?? 200,
      headers: {
        ...privateHeaders,
        "Content-Security-Policy": pagePolicy,
        "Content-Type": "text/html; charset=utf-8",
      },
    }),
  );
}

/** Nothing exists at an address, or nothing that this person may see. */
export class NotFound extends Error {}

/** A person's action cannot be carried out; the message says why and what to do. */
export class Refusal extends Error {}
