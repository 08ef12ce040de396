import { z } from "zod";
import {
  Comment,
  CommentFormat,
  CommentReply,
  commentEdits,
  commentFilters,
  newComment,
  newReply,
  replyEdits,
} from "../models/comment.ts";
import { ChangeRequestId, CommentId, CommentReplyId, SpaceId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { Member } from "../models/people.ts";
import { del, get, post, put } from "../operation.ts";

const onChangeRequest = { spaceId: SpaceId, changeRequestId: ChangeRequestId };

const onComment = { ...onChangeRequest, commentId: CommentId };

const onReply = { ...onComment, commentReplyId: CommentReplyId };

export const changeRequestComments = {
  list: get("/spaces/{spaceId}/change-requests/{changeRequestId}/comments", {
    id: "listCommentsInChangeRequest",
    summary: "List the comments on a change request, newest first",
    effect: "read",
    params: onChangeRequest,
    query: commentFilters,
    returns: listOf(Comment),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  create: post("/spaces/{spaceId}/change-requests/{changeRequestId}/comments", {
    id: "postCommentInChangeRequest",
    summary: "Comment on a change request, or on a page, block or table cell in it",
    effect: "create",
    reach: "proposes",
    params: onChangeRequest,
    body: newComment,
    success: 200,
    returns: Comment,
    errors: ["not_found", "forbidden", "unprocessable"],
    source: "platform-api-1",
  }),
  get: get("/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}", {
    id: "getCommentInChangeRequest",
    summary: "Read one comment on a change request",
    effect: "read",
    params: onComment,
    query: { format: CommentFormat },
    returns: Comment,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  update: put("/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}", {
    id: "updateCommentInChangeRequest",
    summary: "Edit, resolve, reopen or react to a comment on a change request",
    effect: "update",
    reach: "proposes",
    params: onComment,
    body: commentEdits,
    returns: Comment,
    errors: ["not_found", "forbidden", "unprocessable"],
    source: "platform-api-1",
  }),
  remove: del("/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}", {
    id: "deleteCommentInChangeRequest",
    summary: "Delete a comment on a change request, with its replies",
    effect: "delete",
    reach: "deletes",
    removal: { along: { reply: "listCommentRepliesInChangeRequest" } },
    params: onComment,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  listReplies: get("/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies", {
    id: "listCommentRepliesInChangeRequest",
    summary: "List the replies to a comment on a change request",
    effect: "read",
    params: onComment,
    query: { format: CommentFormat, ...paging },
    returns: listOf(CommentReply),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  createReply: post("/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies", {
    id: "postCommentReplyInChangeRequest",
    summary: "Reply to a comment on a change request",
    effect: "create",
    reach: "proposes",
    params: onComment,
    query: { format: CommentFormat },
    body: newReply,
    success: 200,
    returns: CommentReply,
    errors: ["not_found", "forbidden", "unprocessable"],
    source: "platform-api-1",
  }),
  getReply: get("/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}", {
    id: "getCommentReplyInChangeRequest",
    summary: "Read one reply to a comment on a change request",
    effect: "read",
    params: onReply,
    query: { format: CommentFormat },
    returns: CommentReply,
    errors: ["not_found"],
    source: "public-api",
  }),
  updateReply: put(
    "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}",
    {
      id: "updateCommentReplyInChangeRequest",
      summary: "Edit or react to a reply to a comment on a change request",
      effect: "update",
      reach: "proposes",
      params: onReply,
      body: {
        resolved: z.boolean().optional().describe("No effect: only comments are resolved, not replies"),
        ...replyEdits,
      },
      returns: CommentReply,
      errors: ["not_found", "forbidden", "unprocessable"],
      source: "public-api",
    },
  ),
  removeReply: del(
    "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}",
    {
      id: "deleteCommentReplyInChangeRequest",
      summary: "Delete a reply to a comment on a change request",
      effect: "delete",
      reach: "deletes",
      params: onReply,
      returns: null,
      errors: ["not_found", "forbidden"],
      source: "public-api",
    },
  ),
  listCommenters: get("/spaces/{spaceId}/change-requests/{changeRequestId}/commenters", {
    id: "listCommentersInChangeRequest",
    summary: "List the members who commented on a change request",
    effect: "read",
    params: onChangeRequest,
    query: paging,
    returns: listOf(Member),
    errors: ["not_found"],
    source: "public-api",
  }),
};
