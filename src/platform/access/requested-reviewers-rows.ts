import { selectPage } from "../kernel/database/row-order.ts";
import type { Ids, NewRow, Queries, Row, Timestamp } from "../kernel/database/tables.ts";

/** Requests reviews; existing requests are kept unchanged. */
export async function insertRequests(queries: Queries, rows: readonly NewRow<"requested_reviewer">[]): Promise<void> {
  await queries
    .insertInto("requested_reviewer")
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes or fulfils a request; undefined if there was none for the user. */
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

/** Oldest first, after `(createdAt, user)`. */
export function listRequests(
  queries: Queries,
  changeRequest: string,
  after: readonly [createdAt: string, user: string] | undefined,
  limit: number,
): Promise<Row<"requested_reviewer">[]> {
  return selectPage(queries.selectFrom("requested_reviewer").selectAll().where("change_request", "=", changeRequest), {
    by: ["created_at", "user"],
    order: "asc",
    after,
    limit,
  }).execute();
}

/** All requests of a change request, whose number is limited. */
export function allRequests(queries: Queries, changeRequest: string): Promise<Row<"requested_reviewer">[]> {
  return queries
    .selectFrom("requested_reviewer")
    .selectAll()
    .where("change_request", "=", changeRequest)
    .orderBy("created_at")
    .orderBy("user")
    .execute();
}

export async function removeReviewRequests(queries: Queries, changeRequests: Ids): Promise<void> {
  await queries.deleteFrom("requested_reviewer").where("change_request", "in", changeRequests).execute();
}

/** Removes requests in some spaces to users who are not members of their organization. */
export async function removeRequestsToStrangers(
  queries: Queries,
  spaces: readonly string[],
  organization: string,
): Promise<void> {
  await queries
    .deleteFrom("requested_reviewer")
    .where("change_request", "in", ({ selectFrom }) =>
      selectFrom("change_request").select("id").where("space", "in", spaces),
    )
    .where("user", "not in", ({ selectFrom }) =>
      selectFrom("member").select("member.user").where("organization", "=", organization),
    )
    .execute();
}

/** Removes all requests to a user in an organization. */
export async function removeRequestsTo(queries: Queries, user: string, organization: string): Promise<void> {
  await queries
    .deleteFrom("requested_reviewer")
    .where("user", "=", user)
    .where("change_request", "in", ({ selectFrom }) =>
      selectFrom("change_request")
        .innerJoin("space", "space.id", "change_request.space")
        .select("change_request.id")
        .where("space.organization", "=", organization),
    )
    .execute();
}

/** Requested reviews that have not been given. */
interface RequestedReviewerTable {
  change_request: string;
  user: string;
  requested_by: string;
  revision: string;
  created_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    requested_reviewer: RequestedReviewerTable;
  }
}
