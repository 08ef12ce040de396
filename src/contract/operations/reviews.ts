import { z } from "zod";
import { ChangeRequestSubject } from "../models/change-request.ts";
import { CommentFormat, CommentText } from "../models/comment.ts";
import { RichDocument } from "../models/document.ts";
import { ChangeRequestId, Id, ReviewId, SpaceId, UserId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { RequestedReviewer, Review, ReviewStatus } from "../models/review.ts";
import { del, get, post } from "../operation.ts";

const params = { spaceId: SpaceId, changeRequestId: ChangeRequestId };

export const reviews = {
  list: get("/spaces/{spaceId}/change-requests/{changeRequestId}/reviews", {
    id: "getReviewsByChangeRequestId",
    summary: "List the reviews of a change request, each with its verdict",
    effect: "read",
    params,
    query: {
      format: CommentFormat,
      outdated: z.boolean().optional().describe("Only those no longer in force, or only those still in force"),
      ...paging,
    },
    returns: listOf(Review),
    errors: ["not_found"],
    source: "public-api",
  }),
  get: get("/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}", {
    id: "getChangeRequestReviewById",
    summary: "Read one review of a change request",
    effect: "read",
    params: { ...params, reviewId: ReviewId },
    query: { format: CommentFormat },
    returns: Review,
    errors: ["not_found"],
    source: "public-api",
  }),
  submit: post("/spaces/{spaceId}/change-requests/{changeRequestId}/reviews", {
    id: "submitChangeRequestReview",
    summary: "Approve a change request, or ask for changes to it",
    description:
      "Replaces the caller's earlier verdict. An approval becomes outdated with the next edit of the change request. Merging is an operation of its own.",
    effect: "create",
    reach: {
      among: ["proposes", "approves"],
      of: ({ status }) => (status === "changes-requested" ? "proposes" : "approves"),
    },
    params,
    body: {
      status: ReviewStatus.describe("The verdict"),
      comment: CommentText.optional().describe("Reasons, posted as a comment on the change request"),
    },
    returns: Review,
    errors: ["not_found", "forbidden", "conflict", "precondition_failed", "unprocessable"],
    source: "public-api",
    precondition: true,
  }),
  listRequestedReviewers: get("/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers", {
    id: "getRequestedReviewersByChangeRequestId",
    summary: "List the users and teams with a pending request to review a change request",
    effect: "read",
    params,
    query: paging,
    returns: listOf(RequestedReviewer),
    errors: ["not_found"],
    source: "public-api",
  }),
  request: post("/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers", {
    id: "requestReviewersForChangeRequest",
    summary: "Ask users to review a change request",
    description: "Earlier requests remain.",
    effect: "update",
    reach: "proposes",
    params,
    body: {
      users: z.array(Id).min(1).describe("Ids of the users to ask"),
      subject: ChangeRequestSubject.optional().describe("Replaces the subject of the change request"),
      description: RichDocument.optional().describe("Replaces its description"),
    },
    success: 200,
    returns: z.looseObject({ users: z.array(RequestedReviewer).optional().describe("The requests created") }),
    errors: ["not_found", "forbidden", "conflict", "unprocessable"],
    source: "public-api",
  }),
  removeRequestedReviewer: del("/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}", {
    id: "removeRequestedReviewerFromChangeRequest",
    summary: "Withdraw the request for a user's review of a change request",
    effect: "delete",
    reach: "deletes",
    removal: { back: { by: "requestReviewersForChangeRequest" } },
    params: { ...params, userId: UserId },
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
};
