import type { NewRow, Queries, Timestamp } from "../../kernel/database/tables.ts";

interface PageFeedbackTable {
  id: string;
  site: string;
  site_space: string;
  space: string;
  page: string;
  rating: string;
  comment: string | null;
  /** The full address of the rated page. */
  url: string;
  created_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    page_feedback: PageFeedbackTable;
  }
}

export async function insertPageFeedback(queries: Queries, feedback: NewRow<"page_feedback">): Promise<void> {
  await queries.insertInto("page_feedback").values(feedback).execute();
}

/** Counts the ratings and comments that readers of a site have left since a time. */
export async function countPageFeedback(queries: Queries, site: string, since: string): Promise<number> {
  const { count } = await queries
    .selectFrom("page_feedback")
    .where("site", "=", site)
    .where("created_at", ">=", since)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export interface FeedbackFilter {
  readonly site: string;
  /** The spaces whose pages are listed. */
  readonly spaces: readonly string[];
}

/** Readers' ratings of one page, with the address of the latest rating. */
interface RatedPage {
  readonly page: string;
  readonly space: string;
  readonly url: string;
  readonly good: number;
  readonly ok: number;
  readonly bad: number;
}

interface ReaderComment {
  readonly url: string;
  readonly rating: string;
  readonly comment: string;
  readonly createdAt: string;
}

export interface PageFeedback {
  /** Worst-rated first. */
  readonly pages: readonly RatedPage[];
  /** Newest first. */
  readonly comments: readonly ReaderComment[];
}

const maxPages = 50;

const maxComments = 50;

/** Ratings and comments left by readers of a site. Does not check access. */
export async function listPageFeedback(queries: Queries, { site, spaces }: FeedbackFilter): Promise<PageFeedback> {
  if (spaces.length === 0) return { pages: [], comments: [] };
  const feedback = queries.selectFrom("page_feedback").where("site", "=", site).where("space", "in", spaces);
  const pages = await feedback
    .groupBy(["space", "page"])
    .select(({ fn }) => ["space", "page", fn.max("url").as("url")])
    .select((of) =>
      ratings.map((rating) =>
        of.fn.sum<number | string>(of.case().when("rating", "=", rating).then(1).else(0).end()).as(rating),
      ),
    )
    .orderBy("bad", "desc")
    .orderBy("page")
    .limit(maxPages)
    .execute();
  const comments = await feedback
    .where("comment", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(maxComments)
    .select(["url", "rating", "comment", "created_at"])
    .execute();
  return {
    // PostgreSQL returns sums as strings.
    pages: pages.map(({ good, ok, bad, ...page }) => ({
      ...page,
      good: Number(good),
      ok: Number(ok),
      bad: Number(bad),
    })),
    comments: comments.map(({ url, rating, comment, created_at }) => ({
      url,
      rating,
      comment: comment ?? "",
      createdAt: created_at,
    })),
  };
}

const ratings = ["good", "ok", "bad"] as const;

/** Removes the feedback on the pages of a space. */
export async function removePageFeedbackOn(queries: Queries, space: string): Promise<void> {
  await queries.deleteFrom("page_feedback").where("space", "=", space).execute();
}
