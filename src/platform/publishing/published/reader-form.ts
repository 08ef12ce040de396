import { type RateLimited, rateLimitHeaders } from "../../../contract/rate-limit.ts";
import { findUser, firstMember } from "../../access/people-rows.ts";
import { readBytes } from "../../kernel/bytes.ts";
import type { Context } from "../../kernel/context.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";

/** The context of work for a reader, on behalf of a user: readers have no account. */
export type ReaderContext = (queries: Queries, user: Row<"user">, origin: string) => Context;

/** The context of the first member of an organization, who represents it; undefined if it has none. */
export async function organizationContext(
  queries: Queries,
  { organization, origin }: { readonly organization: string; readonly origin: string },
  contextFor: ReaderContext,
): Promise<Context | undefined> {
  const member = await firstMember(queries, organization);
  const user = member && (await findUser(queries, member.user));
  return user && contextFor(queries, user, origin);
}

interface FormKind {
  /** In the plural: "Ratings". */
  readonly what: string;
  /** The longest text that a reader may send fits, however it is encoded. */
  readonly maxMegabytes: number;
}

/** The fields that a reader sent, or the response that says why none are accepted. */
export async function readForm(
  request: Request,
  { what, maxMegabytes }: FormKind,
): Promise<URLSearchParams | Response> {
  if (!isFromOwnPage(request)) return refused(403, `${what} are taken from pages of this site alone.`);
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get("content-type") ?? "")) {
    return refused(415, "Send the form as application/x-www-form-urlencoded.");
  }
  return new URLSearchParams(Buffer.from(await readBytes(request, maxMegabytes)).toString("utf8"));
}

/**
 * With each form, browsers say which page sent it. This prevents other pages from having their visitors send forms;
 * other programs can write what they like.
 */
function isFromOwnPage({ headers, url }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin") ?? "";
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}

export const refused = (status: number, message: string) =>
  new Response(`${message}\n`, { status, headers: plainHeaders });

export const tooSoon = (limited: RateLimited) =>
  new Response(`Wait ${limited.seconds} s, then try again.\n`, {
    status: 429,
    headers: { ...plainHeaders, ...rateLimitHeaders(limited) },
  });

const plainHeaders = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" };
