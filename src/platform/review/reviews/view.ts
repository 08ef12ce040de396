import type { RequestedReviewer, Review } from "../../../contract/models/review.ts";
import { presentedUsers } from "../../access/people/index.ts";
import type { ChangeRequestScope } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { findComments, presentComments, toCommentedContent } from "../comments/index.ts";

type Format = "markdown" | "document";

export async function presentReview(
  context: Context,
  scope: ChangeRequestScope,
  row: Row<"review">,
  format: Format,
): Promise<Review> {
  const [presented] = await presentReviews(context, scope, [row], format);
  if (presented === undefined) throw new Error(`Review ${row.id} was not presented`);
  return presented;
}

export async function presentReviews(
  context: Context,
  scope: ChangeRequestScope,
  rows: readonly Row<"review">[],
  format: Format,
): Promise<Review[]> {
  const users = await presentedUsers(
    context,
    rows.flatMap((row) => [row.reviewer, ...(row.requested_by === null ? [] : [row.requested_by])]),
  );
  const content = toCommentedContent(context, scope);
  const posted = await findComments(
    context.queries,
    rows.flatMap(({ comment }) => comment ?? []),
  );
  const comments = await presentComments(context, content, posted, format);
  return rows.map((row) => {
    const comment = comments.find(({ id }) => id === row.comment);
    return {
      object: "change-request-review",
      id: row.id,
      revision: row.revision,
      reviewer: users.of(row.reviewer),
      ...(row.requested_by === null ? {} : { requestedBy: users.of(row.requested_by) }),
      status: row.status as Review["status"],
      outdated: row.outdated === 1,
      ...(row.agent === null ? {} : { agent: row.agent === "" ? {} : { name: row.agent } }),
      ...(comment === undefined ? {} : { comment }),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      urls: { location: `${content.location}/reviews/${row.id}` },
    };
  });
}

export async function presentRequests(
  context: Context,
  rows: readonly Row<"requested_reviewer">[],
): Promise<RequestedReviewer[]> {
  const users = await presentedUsers(
    context,
    rows.flatMap((row) => [row.user, row.requested_by]),
  );
  return rows.map((row) => ({
    object: "change-request-requested-reviewer",
    kind: "user",
    user: users.of(row.user),
    requestedBy: users.of(row.requested_by),
    revision: row.revision,
    createdAt: row.created_at,
  }));
}
