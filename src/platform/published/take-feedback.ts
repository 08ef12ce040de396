import { longestComment, renderThanks } from "../../site/index.ts";
import { findUser, firstMember } from "../access/people-rows.ts";
import { readBytes } from "../kernel/bytes.ts";
import type { Context } from "../kernel/context.ts";
import { createId } from "../kernel/database/ids.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { announce } from "../kernel/happenings.ts";
import { dayOf } from "../kernel/spending-rows.ts";
import { countPageFeedback, insertPageFeedback, type Place } from "../sites/index.ts";
import { hasText } from "./page-order.ts";
import type { ReaderPlace } from "./reader-place.ts";
import { SpaceReader } from "./space-reader.ts";

/** What works for a reader has at hand, in the name of a user: readers are none. */
export type ReaderContext = (queries: Queries, user: Row<"user">, origin: string) => Context;

const ratings: readonly string[] = ["good", "ok", "bad"];

/** The text of a form; a comment of the greatest length fits in it however it is encoded. */
const mostMegabytes = 0.01;

/** Of one site: whoever sends more than readers do must not fill the disk. */
const mostInDay = 10_000;

/** What a reader said of a page. */
export interface Feedback {
  readonly page: string;
  readonly rating: string;
  readonly comment: string | undefined;
}

/** Reads the form, or returns the answer that says what was wrong with it. */
export async function readFeedback(request: Request): Promise<Feedback | Response> {
  if (!isFromOwnPage(request)) return refused(403, "Ratings are taken from pages of this site alone.");
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get("content-type") ?? "")) {
    return refused(415, "Send the form as application/x-www-form-urlencoded.");
  }
  const form = new URLSearchParams(Buffer.from(await readBytes(request, mostMegabytes)).toString("utf8"));
  const rating = form.get("rating") ?? "";
  const comment = form.get("comment")?.trim() ?? "";
  if (!ratings.includes(rating)) return refused(400, `rating: is one of ${ratings.join(", ")}.`);
  if (comment.length > longestComment) return refused(400, `comment: may have ${longestComment} characters.`);
  return { page: form.get("page") ?? "", rating, comment: comment === "" ? undefined : comment };
}

/**
 * Browsers say with each form which page sent it. No cookie goes with a rating that another page could misuse; this
 * keeps other pages from having their visitors rate.
 */
function isFromOwnPage({ headers, url }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin") ?? "";
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}

/** Keeps what a reader said, tells whoever follows it, and thanks the reader. */
export async function takeFeedback(
  queries: Queries,
  { found, place }: { readonly found: Place; readonly place: ReaderPlace },
  feedback: Feedback,
  { now, contextFor }: { now(): string; readonly contextFor: ReaderContext },
): Promise<{ readonly text: string } | Response> {
  const { site, variant } = found;
  const reader = await SpaceReader.open(queries, place);
  const placed = reader.order.find(feedback.page);
  const href = placed && hasText(placed.page) ? reader.hrefOf(placed) : undefined;
  if (placed === undefined || href === undefined) return refused(400, "page: is no page of this site.");
  const at = now();
  if ((await countPageFeedback(queries, site.id, dayOf(at))) >= mostInDay) {
    return refused(429, "This site accepts no more ratings today.");
  }
  const { page, rating, comment } = feedback;
  const url = new URL(href, place.origin).href;
  await insertPageFeedback(queries, {
    id: createId(),
    site: site.id,
    site_space: variant.row.id,
    space: variant.space.id,
    page,
    rating,
    comment: comment ?? null,
    url,
    created_at: at,
  });
  const context = await contextOf(queries, site.organization, place.origin, contextFor);
  if (context !== undefined) {
    await announce(context, {
      type: "page_feedback",
      organization: site.organization,
      on: { kind: "site", content: site.id },
      members: {
        spaceId: variant.space.id,
        pageId: page,
        feedback: { rating, ...(comment !== undefined && { comment }) },
        // Nothing is kept that tells readers apart.
        visitor: { anonymousId: "", cookies: {}, userAgent: "", ip: "" },
        url,
        referrer: "",
      },
    });
  }
  return { text: renderThanks(reader.site(), { title: placed.page.title, href }) };
}

/** Readers are no users: the first member of the organization stands for it. */
async function contextOf(
  queries: Queries,
  organization: string,
  origin: string,
  contextFor: ReaderContext,
): Promise<Context | undefined> {
  const member = await firstMember(queries, organization);
  const user = member && (await findUser(queries, member.user));
  return user && contextFor(queries, user, origin);
}

const refused = (status: number, message: string) =>
  new Response(`${message}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
  });
