import { Comment, CommentFormat, CommentReply } from "../models/comment.ts";
import { commentEdits, commentFilters, newComment, newReply, replyEdits } from "../models/comment-input.ts";
import { CommentId, CommentReplyId, SpaceId } from "../models/id.ts";
import { Member } from "../models/member.ts";
import { listOf, paging } from "../models/paging.ts";
import { del, get, post, put } from "../operation.ts";

const onSpace = { spaceId: SpaceId };
const onComment = { ...onSpace, commentId: CommentId };
const onReply = { ...onComment, commentReplyId: CommentReplyId };

export const spaceComments = {
  list: get("/spaces/{spaceId}/comments", {
    id: "listCommentsInSpace",
    summary: "List the comments on a space's content, newest first",
    effect: "read",
    params: onSpace,
    query: commentFilters,
    returns: listOf(Comment),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  create: post("/spaces/{spaceId}/comments", {
    id: "postCommentInSpace",
    summary: "Comment on a space, or on a page, block or table cell of it",
    effect: "create",
    params: onSpace,
    body: newComment,
    success: 200,
    returns: Comment,
    errors: ["not_found", "forbidden", "unprocessable"],
    source: "platform-api-1",
  }),
  get: get("/spaces/{spaceId}/comments/{commentId}", {
    id: "getCommentInSpace",
    summary: "Read one comment on a space",
    effect: "read",
    params: onComment,
    query: { format: CommentFormat },
    returns: Comment,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  update: put("/spaces/{spaceId}/comments/{commentId}", {
    id: "updateCommentInSpace",
    summary: "Edit, resolve, reopen or react to a comment on a space",
    effect: "update",
    params: onComment,
    body: commentEdits,
    returns: Comment,
    errors: ["not_found", "forbidden", "unprocessable"],
    source: "platform-api-1",
  }),
  remove: del("/spaces/{spaceId}/comments/{commentId}", {
    id: "deleteCommentInSpace",
    summary: "Delete a comment on a space, with its replies",
    effect: "delete",
    params: onComment,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  listReplies: get("/spaces/{spaceId}/comments/{commentId}/replies", {
    id: "listCommentRepliesInSpace",
    summary: "List the replies to a comment on a space",
    effect: "read",
    params: onComment,
    query: { ...paging, format: CommentFormat },
    returns: listOf(CommentReply),
    errors: ["not_found"],
    source: "public-api",
  }),
  createReply: post("/spaces/{spaceId}/comments/{commentId}/replies", {
    id: "postCommentReplyInSpace",
    summary: "Reply to a comment on a space",
    effect: "create",
    params: onComment,
    body: newReply,
    success: 200,
    returns: CommentReply,
    errors: ["not_found", "forbidden", "unprocessable"],
    source: "platform-api-1",
  }),
  getReply: get("/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}", {
    id: "getCommentReplyInSpace",
    summary: "Read one reply to a comment on a space",
    effect: "read",
    params: onReply,
    query: { format: CommentFormat },
    returns: CommentReply,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  updateReply: put("/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}", {
    id: "updateCommentReplyInSpace",
    summary: "Edit or react to a reply to a comment on a space",
    effect: "update",
    params: onReply,
    body: replyEdits,
    returns: CommentReply,
    errors: ["not_found", "forbidden", "unprocessable"],
    source: "platform-api-1",
  }),
  removeReply: del("/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}", {
    id: "deleteCommentReplyInSpace",
    summary: "Delete a reply to a comment on a space",
    effect: "delete",
    params: onReply,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  listCommenters: get("/spaces/{spaceId}/commenters", {
    id: "listCommentersInSpace",
    summary: "List the members who commented on a space",
    effect: "read",
    params: onSpace,
    query: paging,
    returns: listOf(Member),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
};
