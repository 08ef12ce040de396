import type { Generated } from "kysely";
import { removeReviewRequests } from "../../access/requested-reviewers-rows.ts";
import type { ContentSubscriber } from "../../content/commit.ts";
import { compiledRows, compiledStatement } from "../../kernel/database/compiled-query.ts";
import { newestFirst } from "../../kernel/database/row-order.ts";
import type { Ids, NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";

export async function insertReview(queries: Queries, row: NewRow<"review">): Promise<void> {
  await queries.insertInto("review").values(row).execute();
}

/** Marks the earlier reviews of users as replaced. */
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

/** Marks all approvals as outdated by an edit. */
const outdateApprovals = compiledStatement((queries, changeRequest: string, now: string) =>
  queries
    .updateTable("review")
    .set({ outdated: 1, updated_at: now })
    .where("change_request", "=", changeRequest)
    .where("status", "=", "approved")
    .where("outdated", "=", 0),
);

/** Users who approved an earlier revision and have not reviewed it, or been requested to, since. */
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
    .where("reviewer", "not in", (requested) =>
      requested.selectFrom("requested_reviewer").select("user").where("change_request", "=", id),
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

/** Newest first, starting before an `order`. */
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

/** The verdicts in force, one per reviewer. */
export const reviewsInForce = compiledRows((queries, changeRequest: string) =>
  matching(queries, { changeRequest, outdated: false }).selectAll(),
);

function matching(queries: Queries, { changeRequest, outdated }: ReviewFilter) {
  const query = queries.selectFrom("review").where("change_request", "=", changeRequest);
  return outdated === undefined ? query : query.where("outdated", "=", outdated ? 1 : 0);
}

export async function removeChangeRequestReviews(queries: Queries, changeRequests: Ids): Promise<void> {
  await removeReviewRequests(queries, changeRequests);
  await queries.deleteFrom("review").where("change_request", "in", changeRequests).execute();
}

interface ReviewTable {
  id: string;
  change_request: string;
  reviewer: string;
  /** Who requested it; null if no one did. */
  requested_by: string | null;
  /** Revision of the change request that was reviewed. */
  revision: string;
  status: string;
  /** 1 once a newer review or request of the same reviewer replaced it, or an edit followed its approval. */
  outdated: number;
  /** Id of the comment posted with it. */
  comment: string | null;
  /** What the agent that submitted it calls itself; empty if it does not say, null if a person did. */
  agent: Generated<string | null>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    review: ReviewTable;
  }
}

/**
 * An edit outdates approvals of the earlier content. Requests for changes stay in force. Updates do not outdate
 * approvals, because what they bring was merged into the space under its rules.
 */
export const approvalSubscriber: ContentSubscriber = {
  async changed({ queries, now }, { changeRequest, cause }) {
    if (changeRequest === undefined || cause !== "edit") return;
    await outdateApprovals(queries, changeRequest.id, now);
  },
};
