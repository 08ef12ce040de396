import { privateHeaders } from "../accounts/page.ts";
import type { AppPage, AppRequest } from "./app-request.ts";
import { renderFrame } from "./layout/frame.ts";

/** Pages load from this server alone, run nothing that is written in them, and are in no frame. */
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
  return request.visit.answer(
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

/** There is nothing at an address, or nothing that this person may see. */
export class NotFound extends Error {}

/** What a person asked for cannot be done; the message says why and what to do. */
export class Refusal extends Error {}
