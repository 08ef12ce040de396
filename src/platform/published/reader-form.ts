import { findUser, firstMember } from "../access/people-rows.ts";
import { readBytes } from "../kernel/bytes.ts";
import type { Context } from "../kernel/context.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";

/** What works for a reader has at hand, in the name of a user: readers are none. */
export type ReaderContext = (queries: Queries, user: Row<"user">, origin: string) => Context;

/** What the first member of an organization has at hand, who stands for it; undefined where it has none. */
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
  /** A text of the greatest length that a reader may send fits in it however it is encoded. */
  readonly mostMegabytes: number;
}

/** The fields that a reader sent, or the answer that says why none are taken. */
export async function readForm(
  request: Request,
  { what, mostMegabytes }: FormKind,
): Promise<URLSearchParams | Response> {
  if (!isFromOwnPage(request)) return refused(403, `${what} are taken from pages of this site alone.`);
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get("content-type") ?? "")) {
    return refused(415, "Send the form as application/x-www-form-urlencoded.");
  }
  return new URLSearchParams(Buffer.from(await readBytes(request, mostMegabytes)).toString("utf8"));
}

/**
 * Browsers say with each form which page sent it. This keeps other pages from having their visitors send forms; what
 * is no browser can write what it likes.
 */
function isFromOwnPage({ headers, url }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin") ?? "";
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}

export const refused = (status: number, message: string) =>
  new Response(`${message}\n`, { status, headers: plainHeaders });

export const tooSoon = (seconds: number) =>
  new Response(`Wait ${seconds} s, then try again.\n`, {
    status: 429,
    headers: { ...plainHeaders, "Retry-After": String(seconds) },
  });

const plainHeaders = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" };
