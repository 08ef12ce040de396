import { pageOf } from "../kernel/database/row-order.ts";
import type { Ids, NewRow, Queries, Row, Timestamp } from "../kernel/database/tables.ts";

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

export async function removeRequestsOf(queries: Queries, changeRequests: Ids): Promise<void> {
  await queries.deleteFrom("requested_reviewer").where("change_request", "in", changeRequests).execute();
}

/** Takes back what was asked in some spaces of who is no member of their organization. */
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

/** Takes back what a user was asked for in an organization. */
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
    requested_reviewer: RequestedReviewerTable;
  }
}
