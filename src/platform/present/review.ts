import type { RequestedReviewer, Review } from "../../contract/models/review.ts";
import type { ChangeRequestScope } from "../access/scope.ts";
import type { Context } from "../context.ts";
import { findUsers } from "../store/people.ts";
import type { Row } from "../store/tables.ts";
import { presentUser } from "./user.ts";

export async function presentReview(context: Context, scope: ChangeRequestScope, row: Row<"review">): Promise<Review> {
  const [presented] = await presentReviews(context, scope, [row]);
  if (presented === undefined) throw new Error(`Review ${row.id} was not presented`);
  return presented;
}

export async function presentReviews(
  context: Context,
  { space, changeRequest }: ChangeRequestScope,
  rows: readonly Row<"review">[],
): Promise<Review[]> {
  const user = await usersOf(
    context,
    rows.flatMap((row) => [row.reviewer, ...(row.requested_by === null ? [] : [row.requested_by])]),
  );
  const location = `${context.origin}/v1/spaces/${space.id}/change-requests/${changeRequest.id}/reviews`;
  return rows.map((row) => ({
    object: "change-request-review",
    id: row.id,
    revision: row.revision,
    reviewer: user(row.reviewer),
    ...(row.requested_by === null ? {} : { requestedBy: user(row.requested_by) }),
    status: row.status as Review["status"],
    outdated: row.outdated === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: `${location}/${row.id}` },
  }));
}

export async function presentRequests(
  context: Context,
  rows: readonly Row<"requested_reviewer">[],
): Promise<RequestedReviewer[]> {
  const user = await usersOf(
    context,
    rows.flatMap((row) => [row.user, row.requested_by]),
  );
  return rows.map((row) => ({
    object: "change-request-requested-reviewer",
    kind: "user",
    user: user(row.user),
    requestedBy: user(row.requested_by),
    revision: row.revision,
    createdAt: row.created_at,
  }));
}

async function usersOf(context: Context, ids: readonly string[]) {
  const users = new Map((await findUsers(context.queries, [...new Set(ids)])).map((user) => [user.id, user]));
  return (id: string) => {
    const user = users.get(id);
    if (user === undefined) throw new Error(`User ${id} is gone`);
    return presentUser(context, user);
  };
}
