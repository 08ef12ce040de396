import { fontOrigins, frameIcons, maxCommentChars, renderThanks } from "../../../site/index.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { publishEvent } from "../../kernel/events.ts";
import { getDay } from "../../kernel/spending-rows.ts";
import { countPageFeedback, insertPageFeedback, type SiteRoute } from "../sites/index.ts";
import { loadIcons } from "./icons.ts";
import { hasText } from "./page-order.ts";
import { organizationContext, type ReaderContext, readForm, refused } from "./reader-form.ts";
import type { Rendered } from "./rendered.ts";
import type { ServedContent } from "./served-content.ts";
import { SpaceReader } from "./space-reader.ts";

const ratings: readonly string[] = ["good", "ok", "bad"];

/** Per site: an abusive sender must not fill the disk. */
const maxPerDay = 10_000;

/** A reader's feedback on a page. */
export interface Feedback {
  readonly page: string;
  readonly rating: string;
  readonly comment: string | undefined;
}

/** Reads the form, or returns the error response. */
export async function readFeedback(request: Request): Promise<Feedback | Response> {
  const form = await readForm(request, { what: "Ratings", maxMegabytes: 0.01 });
  if (form instanceof Response) return form;
  const rating = form.get("rating") ?? "";
  const comment = form.get("comment")?.trim() ?? "";
  if (!ratings.includes(rating)) return refused(400, `rating: must be one of ${ratings.join(", ")}.`);
  if (comment.length > maxCommentChars) return refused(400, `comment: may have at most ${maxCommentChars} characters.`);
  return { page: form.get("page") ?? "", rating, comment: comment === "" ? undefined : comment };
}

/** Stores the feedback, notifies subscribers, and thanks the reader. */
export async function takeFeedback(
  queries: Queries,
  { found, served }: { readonly found: SiteRoute; readonly served: ServedContent },
  feedback: Feedback,
  { now, contextFor }: { now(): string; readonly contextFor: ReaderContext },
): Promise<(Pick<Rendered, "fontsFrom"> & { readonly text: string }) | Response> {
  const { site, variant } = found;
  const reader = await SpaceReader.open(queries, served);
  const node = reader.order.find(feedback.page);
  const href = node && hasText(node.page) ? reader.findHref(node) : undefined;
  if (node === undefined || href === undefined) return refused(400, "page: is not a page of this site.");
  const at = now();
  if ((await countPageFeedback(queries, site.id, getDay(at))) >= maxPerDay) {
    return refused(429, "This site accepts no more ratings today.");
  }
  const { page, rating, comment } = feedback;
  const { shareKey } = found;
  // A stored address must not open the site to whoever reads it.
  const path = shareKey === undefined ? href : href.replace(`/${encodeURIComponent(shareKey)}/`, "/");
  const url = new URL(path, served.origin).href;
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
  const { organization } = site;
  const context = await organizationContext(queries, { organization, origin: served.origin }, contextFor);
  if (context !== undefined) {
    await publishEvent(context, {
      type: "page_feedback",
      organization,
      on: { kind: "site", content: site.id },
      members: {
        spaceId: variant.space.id,
        pageId: page,
        feedback: { rating, ...(comment !== undefined && { comment }) },
        // Nothing that identifies readers is stored.
        visitor: { anonymousId: "", cookies: {}, userAgent: "", ip: "" },
        url,
        referrer: "",
      },
    });
  }
  const view = reader.site();
  const icon = await frameIcons(view, loadIcons);
  return {
    text: renderThanks(view, { title: node.page.title, href }, icon),
    fontsFrom: fontOrigins(view.customization),
  };
}
