import { removeRequestsOf } from "../access/requested-reviewers-rows.ts";
import type { ContentSubscriber } from "../content/commit.ts";
import { newestFirst } from "../kernel/database/row-order.ts";
import type { Ids, NewRow, Queries, Row, Timestamp } from "../kernel/database/tables.ts";

export async function insertReview(queries: Queries, row: NewRow<"review">): Promise<void> {
  await queries.insertInto("review").values(row).execute();
}

/** Marks what users said earlier as replaced. */
export async function outdateReviews(
  queries: Queries,
  changeRequest: string,
  reviewers: readonly string[],
  now: string,
): Promise<void> {
  await queries
    .updateTable("review")
    .set({ outdated: 1, updated_at: now })
    .where("change_request", "=", changeRequest)
    .where("reviewer", "in", reviewers)
    .where("outdated", "=", 0)
    .execute();
}

/** Marks all approvals as given for what has changed since. */
async function outdateApprovals(queries: Queries, changeRequest: string, now: string): Promise<void> {
  await queries
    .updateTable("review")
    .set({ outdated: 1, updated_at: now })
    .where("change_request", "=", changeRequest)
    .where("status", "=", "approved")
    .where("outdated", "=", 0)
    .execute();
}

/** Who approved an earlier revision and has not been heard or asked since. */
export async function pastApprovers(queries: Queries, { id, revision }: Row<"change_request">): Promise<string[]> {
  const rows = await queries
    .selectFrom("review")
    .select("reviewer")
    .distinct()
    .where("change_request", "=", id)
    .where("outdated", "=", 1)
    .where("status", "=", "approved")
    .where("revision", "!=", revision)
    .where("reviewer", "not in", (reviews) =>
      reviews
        .selectFrom("review as newer")
        .select("newer.reviewer")
        .where("newer.change_request", "=", id)
        .where("newer.outdated", "=", 0),
    )
    .where("reviewer", "not in", (asked) =>
      asked.selectFrom("requested_reviewer").select("user").where("change_request", "=", id),
    )
    .orderBy("reviewer")
    .execute();
  return rows.map(({ reviewer }) => reviewer);
}

export function findReview(queries: Queries, changeRequest: string, id: string): Promise<Row<"review"> | undefined> {
  return queries
    .selectFrom("review")
    .selectAll()
    .where("id", "=", id)
    .where("change_request", "=", changeRequest)
    .executeTakeFirst();
}

interface ReviewFilter {
  readonly changeRequest: string;
  readonly outdated: boolean | undefined;
}

/** The newest first, from before an `order`. */
export function listReviews(
  queries: Queries,
  filter: ReviewFilter,
  before: number | undefined,
  limit: number,
): Promise<(Row<"review"> & { order: number })[]> {
  return newestFirst(matching(queries, filter).selectAll(), "review", before, limit).execute();
}

export async function countReviews(queries: Queries, filter: ReviewFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** The verdicts still in force, one for each reviewer. */
export function reviewsInForce(queries: Queries, changeRequest: string): Promise<Row<"review">[]> {
  return matching(queries, { changeRequest, outdated: false }).selectAll().execute();
}

function matching(queries: Queries, { changeRequest, outdated }: ReviewFilter) {
  const query = queries.selectFrom("review").where("change_request", "=", changeRequest);
  return outdated === undefined ? query : query.where("outdated", "=", outdated ? 1 : 0);
}

export async function removeReviewsOf(queries: Queries, changeRequests: Ids): Promise<void> {
  await removeRequestsOf(queries, changeRequests);
  await queries.deleteFrom("review").where("change_request", "in", changeRequests).execute();
}

interface ReviewTable {
  id: string;
  change_request: string;
  reviewer: string;
  /** Who asked for it; null where nobody did. */
  requested_by: string | null;
  /** Revision of the change request that was reviewed. */
  revision: string;
  status: string;
  /** 1 once a newer review or request of the same reviewer replaced it, or it approved what was edited since. */
  outdated: number;
  /** Id of the comment posted with it. */
  comment: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    review: ReviewTable;
  }
}

/**
 * An edit ends the approvals of what the change request held before it. Who asked for changes goes on asking. What an
 * update brings was merged into the space under the rules of the space.
 */
export const approvalSubscriber: ContentSubscriber = {
  async changed({ queries, now }, { changeRequest, cause }) {
    if (changeRequest === undefined || cause !== "edit") return;
    await outdateApprovals(queries, changeRequest.id, now);
  },
};
