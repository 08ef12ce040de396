import { newestFirst, pageOf } from "../kernel/database/row-order.ts";
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

/** Asks for reviews; who is asked already stays asked as before. */
export async function insertRequests(queries: Queries, rows: readonly NewRow<"requested_reviewer">[]): Promise<void> {
  await queries
    .insertInto("requested_reviewer")
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes a request back or has it fulfilled; undefined where the user was not asked. */
export function takeRequest(
  queries: Queries,
  changeRequest: string,
  user: string,
): Promise<Row<"requested_reviewer"> | undefined> {
  return queries
    .deleteFrom("requested_reviewer")
    .where("change_request", "=", changeRequest)
    .where("user", "=", user)
    .returningAll()
    .executeTakeFirst();
}

export async function countRequests(queries: Queries, changeRequest: string): Promise<number> {
  const { count } = await queries
    .selectFrom("requested_reviewer")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("change_request", "=", changeRequest)
    .executeTakeFirstOrThrow();
  return count;
}

/** The oldest first, from after `(createdAt, user)`. */
export function listRequests(
  queries: Queries,
  changeRequest: string,
  after: readonly [createdAt: string, user: string] | undefined,
  limit: number,
): Promise<Row<"requested_reviewer">[]> {
  return pageOf(queries.selectFrom("requested_reviewer").selectAll().where("change_request", "=", changeRequest), {
    by: ["created_at", "user"],
    order: "asc",
    after,
    limit,
  }).execute();
}

/** All of a change request, which has at most as many as may be asked. */
export function allRequests(queries: Queries, changeRequest: string): Promise<Row<"requested_reviewer">[]> {
  return queries
    .selectFrom("requested_reviewer")
    .selectAll()
    .where("change_request", "=", changeRequest)
    .orderBy("created_at")
    .orderBy("user")
    .execute();
}

export async function removeReviewsOf(queries: Queries, changeRequests: Ids): Promise<void> {
  await queries.deleteFrom("requested_reviewer").where("change_request", "in", changeRequests).execute();
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
  /** 1 once a newer review or request of the same reviewer replaced it. */
  outdated: number;
  /** Id of the comment posted with it. */
  comment: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Reviews that were asked for and not given since. */
interface RequestedReviewerTable {
  change_request: string;
  user: string;
  requested_by: string;
  revision: string;
  created_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    review: ReviewTable;
    requested_reviewer: RequestedReviewerTable;
  }
}
