import { isByAgent } from "../../access/audit/index.ts";
import { updateChangeRequest } from "../../access/change-requests-rows.ts";
import {
  allRequests,
  countRequests,
  insertRequests,
  listRequests,
  takeRequest,
} from "../../access/requested-reviewers-rows.ts";
import { may, neededRole } from "../../access/roles.ts";
import { type ChangeRequestScope, changeRequestFor, getUserRole } from "../../access/scope.ts";
import { requireRevision } from "../../content/branches.ts";
import { storableDocument } from "../../content/documents.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import { aboutChangeRequest, publishSpaceEvent } from "../../kernel/events.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { orderKey, readOrder, readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { postComment, toCommentedContent } from "../comments/index.ts";
import { countReviews, findReview, insertReview, listReviews, outdateReviews } from "./rows.ts";
import { presentRequests, presentReview, presentReviews } from "./view.ts";

export const reviews: Handlers<"reviews"> = {
  async list(input, context) {
    const scope = await changeRequestFor(context, input, "view");
    const filter = { changeRequest: scope.changeRequest.id, outdated: input.outdated };
    const request = readPaging("reviews.list", [scope.changeRequest.id, input.outdated], input);
    const rows = await listReviews(context.queries, filter, readOrder(request)?.[0], request.limit + 1);
    const count = await countReviews(context.queries, filter);
    const items = await presentReviews(context, scope, rows.slice(0, request.limit), input.format);
    return toListResponse(request, rows, count, (row) => orderKey(row.order, row.id), items);
  },

  async get(input, context) {
    const scope = await changeRequestFor(context, input, "view");
    const review = await findReview(context.queries, scope.changeRequest.id, input.reviewId);
    if (review === undefined) {
      throw new Problem(
        "not_found",
        `reviewId: change request ${scope.changeRequest.number} has no review ${input.reviewId}.`,
      );
    }
    return presentReview(context, scope, review, input.format);
  },

  async submit(input, context) {
    const scope = await changeRequestFor(context, input, "review");
    const { changeRequest } = scope;
    requireUnderReview(scope, "reviewed");
    requireRevision(context, scope);
    const request = await takeRequest(context.queries, changeRequest.id, context.user.id);
    await outdateReviews(context.queries, changeRequest.id, [context.user.id], context.now);
    const id = createId();
    const comment =
      input.comment === undefined
        ? undefined
        : await postComment(context, toCommentedContent(context, scope), { body: input.comment, review: id });
    const review = {
      id,
      change_request: changeRequest.id,
      reviewer: context.user.id,
      requested_by: request?.requested_by ?? null,
      revision: changeRequest.revision,
      status: input.status,
      outdated: 0,
      comment: comment?.id ?? null,
      agent: isByAgent(context) ? (context.through?.agent ?? "") : null,
      created_at: context.now,
      updated_at: context.now,
    };
    await insertReview(context.queries, review);
    const about = { ...aboutChangeRequest(changeRequest), reviewId: id, review: input.status };
    await publishSpaceEvent(context, scope.space, "review_submitted", about);
    return presentReview(context, scope, review, "markdown");
  },

  async listRequestedReviewers(input, context) {
    const { changeRequest } = await changeRequestFor(context, input, "view");
    const request = readPaging("reviews.listRequestedReviewers", [changeRequest.id], input);
    const rows = await listRequests(context.queries, changeRequest.id, request.after, request.limit + 1);
    const count = await countRequests(context.queries, changeRequest.id);
    const items = await presentRequests(context, rows);
    return toListResponse(request, rows, count, (row) => [row.created_at, row.user], items);
  },

  async request(input, context) {
    const scope = await changeRequestFor(context, input, "edit");
    const { changeRequest } = scope;
    requireUnderReview(scope, "given reviewers");
    const requestedUsers = new Set(input.users);
    await requestReviews(context, scope, [...requestedUsers]);
    if (input.subject !== undefined || input.description !== undefined) {
      await updateChangeRequest(context.queries, changeRequest.id, {
        ...(input.subject === undefined ? {} : { subject: input.subject }),
        ...(input.description === undefined
          ? {}
          : { description: await storableDocument(input.description, "description") }),
        updated_at: context.now,
      });
    }
    const requests = await allRequests(context.queries, changeRequest.id);
    return {
      users: await presentRequests(
        context,
        requests.filter(({ user }) => requestedUsers.has(user)),
      ),
    };
  },

  async removeRequestedReviewer(input, context) {
    const { changeRequest } = await changeRequestFor(context, input, "edit");
    return { deleted: (await takeRequest(context.queries, changeRequest.id, input.userId)) !== undefined };
  },
};

function requireUnderReview({ changeRequest }: ChangeRequestScope, action: string): void {
  const { number, status } = changeRequest;
  if (status === "merged") {
    throw new Problem("conflict", `Change request ${number} is already merged and cannot be ${action}.`);
  }
  if (status === "archived") {
    throw new Problem(
      "conflict",
      `Change request ${number} is archived and cannot be ${action}. Set its status to "open" first.`,
    );
  }
}

const maxRequests = 100;

/**
 * Requests reviews of a change request from users. Their earlier reviews become outdated. Throws `not_found` for users
 * who may not see the space, and `conflict` for those who may not review in it.
 */
async function requestReviews(
  context: Context,
  { space, changeRequest }: ChangeRequestScope,
  users: readonly string[],
): Promise<void> {
  if (users.length > maxRequests) throw tooMany();
  for (const user of users) {
    const role = await getUserRole(context, space, user);
    if (!may(role, "view")) {
      throw new Problem("not_found", `users: there is no user ${user} who may see space ${space.id}.`);
    }
    if (!may(role, "review")) {
      throw new Problem(
        "conflict",
        `users: user ${user} has the role "${role}" on space ${space.id}, and reviewing requires "${neededRole("review")}". An administrator can grant it.`,
      );
    }
  }
  await outdateReviews(context.queries, changeRequest.id, users, context.now);
  await insertRequests(
    context.queries,
    users.map((user) => ({
      change_request: changeRequest.id,
      user,
      requested_by: context.user.id,
      revision: changeRequest.revision,
      created_at: context.now,
    })),
  );
  if ((await countRequests(context.queries, changeRequest.id)) > maxRequests) throw tooMany();
}

const tooMany = () =>
  new Problem(
    "conflict",
    `users: a change request can have at most ${maxRequests} open review requests. Withdraw some first.`,
  );
