import type { Comment, CommentReply, CommentText } from "../../../contract/models/comment.ts";
import { presentMembers } from "../../access/people/index.ts";
import type { Permission } from "../../access/roles.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { type ListRequest, readPaging, readPosition, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { countCommenters, listCommenters } from "./comment-tracking-rows.ts";
import { type CommentedContent, contentFor } from "./commented-content.ts";
import {
  editComment,
  editReply,
  type NewComment,
  type PostEdits,
  postComment,
  postReply,
  removeComment,
  removeReply,
} from "./posting.ts";
import { countComments, countReplies, findComment, findReply, listComments, listReplies } from "./rows.ts";
import { presentComments, presentNewComment, presentReplies } from "./view.ts";

type Format = "markdown" | "document";

interface ContentInput {
  readonly spaceId: string;
  readonly changeRequestId?: string;
}

interface OnComment extends ContentInput {
  readonly commentId: string;
}

interface OnReply extends OnComment {
  readonly commentReplyId: string;
}

interface Paging {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
}

interface Filters extends Paging {
  readonly order: "asc" | "desc";
  readonly format: Format;
  readonly status: "all" | "open" | "resolved";
  readonly targetPage?: string | undefined;
  readonly authors?: readonly string[] | undefined;
}

/** Maximum number of authors to filter a list by. */
const maxAuthors = 100;

/** The operations on comments, which are the same for a space and a change request. */
const discussion = {
  async list(input: ContentInput & Filters, context: Context) {
    const content = await contentFor(context, input, "view");
    const { order, status, targetPage: page, format } = input;
    const authors = input.authors && [...new Set(input.authors)].sort();
    if (authors !== undefined && authors.length > maxAuthors) {
      throw new Problem("bad_request", `authors: at most ${maxAuthors} are allowed. Split them over several requests.`);
    }
    const filter = { contentId: content.id, status: status === "all" ? undefined : status, page, authors };
    const request = readPaging("comments", [content.id, order, status, page, authors], input);
    const span = { order, after: readPosition(request), limit: request.limit + 1 };
    const rows = await listComments(context.queries, filter, span);
    const count = await countComments(context.queries, filter);
    const shown = await presentComments(context, content, rows.slice(0, request.limit), format);
    return toNumberedListResponse(request, rows, count, shown);
  },

  async create(input: ContentInput & NewComment, context: Context): Promise<Comment> {
    const content = await contentFor(context, input, "comment");
    return presentNewComment(context, content, await postComment(context, content, input));
  },

  async get(input: OnComment & { readonly format: Format }, context: Context): Promise<Comment> {
    const { content, comment } = await commentFor(context, input, "view");
    return present(context, content, comment, input.format);
  },

  async update(
    input: OnComment & PostEdits & { readonly resolved?: boolean | undefined },
    context: Context,
  ): Promise<Comment> {
    const { content, comment } = await commentFor(context, input, "comment");
    return present(context, content, await editComment(context, content, comment, input));
  },

  async remove(input: OnComment, context: Context) {
    const content = await contentFor(context, input, "comment");
    const comment = await findComment(context.queries, content.id, input.commentId);
    if (comment === undefined) return { deleted: false };
    await removeComment(context, content, comment);
    return { deleted: true };
  },

  async listReplies(input: OnComment & Paging & { readonly format: Format }, context: Context) {
    const { content, comment } = await commentFor(context, input, "view");
    const request = readPaging("comments.replies", [comment.id], input);
    const rows = await listReplies(context.queries, comment.id, readPosition(request) ?? 0, request.limit + 1);
    const count = await countReplies(context.queries, comment.id);
    const shown = await presentReplies(context, content, rows.slice(0, request.limit), input.format);
    return toNumberedListResponse(request, rows, count, shown);
  },

  async createReply(
    input: OnComment & { readonly body: CommentText; readonly format?: Format },
    context: Context,
  ): Promise<CommentReply> {
    const { content, comment } = await commentFor(context, input, "comment");
    return presentReply(context, content, await postReply(context, content, comment, input.body), input.format);
  },

  async getReply(input: OnReply & { readonly format: Format }, context: Context): Promise<CommentReply> {
    const { content, reply } = await replyFor(context, input, "view");
    return presentReply(context, content, reply, input.format);
  },

  async updateReply(input: OnReply & PostEdits, context: Context): Promise<CommentReply> {
    const { content, reply } = await replyFor(context, input, "comment");
    return presentReply(context, content, await editReply(context, content, reply, input));
  },

  async removeReply(input: OnReply, context: Context) {
    const content = await contentFor(context, input, "comment");
    const comment = await findComment(context.queries, content.id, input.commentId);
    const reply = comment && (await findReply(context.queries, comment.id, input.commentReplyId));
    if (reply === undefined) return { deleted: false };
    await removeReply(context, content, reply);
    return { deleted: true };
  },

  async listCommenters(input: ContentInput & Paging, context: Context) {
    const { id, space } = await contentFor(context, input, "view");
    const request = readPaging("commenters", [id], input);
    const { queries } = context;
    const rows = await listCommenters(queries, id, space.organization, request.after?.[1] ?? "", request.limit + 1);
    const count = await countCommenters(queries, id, space.organization);
    const shown = await presentMembers(context, rows.slice(0, request.limit));
    return toListResponse(request, rows, count, (row) => ["", row.user], shown);
  },
};

function toNumberedListResponse<Answer>(
  request: ListRequest,
  rows: readonly { readonly number: number }[],
  count: number,
  shown: readonly Answer[],
) {
  return toListResponse(request, rows, count, (row) => ["", String(row.number)], shown);
}

async function present(
  context: Context,
  content: CommentedContent,
  row: Row<"comment">,
  format: Format = "markdown",
): Promise<Comment> {
  const [comment] = await presentComments(context, content, [row], format);
  if (comment === undefined) throw new Error(`Comment ${row.id} was not presented`);
  return comment;
}

async function presentReply(
  context: Context,
  content: CommentedContent,
  row: Row<"comment_reply">,
  format: Format = "markdown",
): Promise<CommentReply> {
  const [reply] = await presentReplies(context, content, [row], format);
  if (reply === undefined) throw new Error(`Reply ${row.id} was not presented`);
  return reply;
}

async function commentFor(context: Context, input: OnComment, permission: Permission) {
  const content = await contentFor(context, input, permission);
  const comment = await findComment(context.queries, content.id, input.commentId);
  if (comment !== undefined) return { content, comment };
  const { changeRequest, space } = content;
  const on = changeRequest === undefined ? `space ${space.id}` : `change request ${changeRequest.number}`;
  throw new Problem("not_found", `commentId: there is no comment ${input.commentId} on ${on}.`);
}

async function replyFor(context: Context, input: OnReply, permission: Permission) {
  const { content, comment } = await commentFor(context, input, permission);
  const reply = await findReply(context.queries, comment.id, input.commentReplyId);
  if (reply !== undefined) return { content, reply };
  throw new Problem("not_found", `commentReplyId: there is no reply ${input.commentReplyId} to comment ${comment.id}.`);
}

export const changeRequestComments: Handlers<"changeRequestComments"> = discussion;

export const spaceComments: Handlers<"spaceComments"> = discussion;
