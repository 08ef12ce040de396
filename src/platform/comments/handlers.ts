import type { Comment, CommentReply, CommentText } from "../../contract/models/comment.ts";
import type { Permission } from "../access/roles.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { Handlers } from "../kernel/handler.ts";
import { answerList, type ListRequest, readPaging, readPosition } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { presentMembers } from "../people/index.ts";
import { countCommenters, listCommenters } from "./comment-places-rows.ts";
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

interface OnPlace {
  readonly spaceId: string;
  readonly changeRequestId?: string;
}

interface OnComment extends OnPlace {
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
const mostAuthors = 100;

/** The operations on comments, which are the same for a space and a change request. */
const discussion = {
  async list(input: OnPlace & Filters, context: Context) {
    const place = await contentFor(context, input, "view");
    const { order, status, targetPage: page, format } = input;
    const authors = input.authors && [...new Set(input.authors)].sort();
    if (authors !== undefined && authors.length > mostAuthors) {
      throw new Problem(
        "bad_request",
        `authors: at most ${mostAuthors} are allowed. Split them over several requests.`,
      );
    }
    const filter = { place: place.id, status: status === "all" ? undefined : status, page, authors };
    const request = readPaging("comments", [place.id, order, status, page, authors], input);
    const span = { order, after: readPosition(request), limit: request.limit + 1 };
    const rows = await listComments(context.queries, filter, span);
    const count = await countComments(context.queries, filter);
    const shown = await presentComments(context, place, rows.slice(0, request.limit), format);
    return answerNumbered(request, rows, count, shown);
  },

  async create(input: OnPlace & NewComment, context: Context): Promise<Comment> {
    const place = await contentFor(context, input, "comment");
    return presentNewComment(context, place, await postComment(context, place, input));
  },

  async get(input: OnComment & { readonly format: Format }, context: Context): Promise<Comment> {
    const { place, comment } = await commentFor(context, input, "view");
    return present(context, place, comment, input.format);
  },

  async update(
    input: OnComment & PostEdits & { readonly resolved?: boolean | undefined },
    context: Context,
  ): Promise<Comment> {
    const { place, comment } = await commentFor(context, input, "comment");
    return present(context, place, await editComment(context, place, comment, input));
  },

  async remove(input: OnComment, context: Context) {
    const place = await contentFor(context, input, "comment");
    const comment = await findComment(context.queries, place.id, input.commentId);
    if (comment === undefined) return { deleted: false };
    await removeComment(context, place, comment);
    return { deleted: true };
  },

  async listReplies(input: OnComment & Paging & { readonly format: Format }, context: Context) {
    const { place, comment } = await commentFor(context, input, "view");
    const request = readPaging("comments.replies", [comment.id], input);
    const rows = await listReplies(context.queries, comment.id, readPosition(request) ?? 0, request.limit + 1);
    const count = await countReplies(context.queries, comment.id);
    const shown = await presentReplies(context, place, rows.slice(0, request.limit), input.format);
    return answerNumbered(request, rows, count, shown);
  },

  async createReply(
    input: OnComment & { readonly body: CommentText; readonly format?: Format },
    context: Context,
  ): Promise<CommentReply> {
    const { place, comment } = await commentFor(context, input, "comment");
    return presentReply(context, place, await postReply(context, place, comment, input.body), input.format);
  },

  async getReply(input: OnReply & { readonly format: Format }, context: Context): Promise<CommentReply> {
    const { place, reply } = await replyFor(context, input, "view");
    return presentReply(context, place, reply, input.format);
  },

  async updateReply(input: OnReply & PostEdits, context: Context): Promise<CommentReply> {
    const { place, reply } = await replyFor(context, input, "comment");
    return presentReply(context, place, await editReply(context, place, reply, input));
  },

  async removeReply(input: OnReply, context: Context) {
    const place = await contentFor(context, input, "comment");
    const comment = await findComment(context.queries, place.id, input.commentId);
    const reply = comment && (await findReply(context.queries, comment.id, input.commentReplyId));
    if (reply === undefined) return { deleted: false };
    await removeReply(context, place, reply);
    return { deleted: true };
  },

  async listCommenters(input: OnPlace & Paging, context: Context) {
    const { id, space } = await contentFor(context, input, "view");
    const request = readPaging("commenters", [id], input);
    const { queries } = context;
    const rows = await listCommenters(queries, id, space.organization, request.after?.[1] ?? "", request.limit + 1);
    const count = await countCommenters(queries, id, space.organization);
    const shown = await presentMembers(context, rows.slice(0, request.limit));
    return answerList(request, rows, count, (row) => ["", row.user], shown);
  },
};

function answerNumbered<Answer>(
  request: ListRequest,
  rows: readonly { readonly number: number }[],
  count: number,
  shown: readonly Answer[],
) {
  return answerList(request, rows, count, (row) => ["", String(row.number)], shown);
}

async function present(
  context: Context,
  place: CommentedContent,
  row: Row<"comment">,
  format: Format = "markdown",
): Promise<Comment> {
  const [comment] = await presentComments(context, place, [row], format);
  if (comment === undefined) throw new Error(`Comment ${row.id} was not presented`);
  return comment;
}

async function presentReply(
  context: Context,
  place: CommentedContent,
  row: Row<"comment_reply">,
  format: Format = "markdown",
): Promise<CommentReply> {
  const [reply] = await presentReplies(context, place, [row], format);
  if (reply === undefined) throw new Error(`Reply ${row.id} was not presented`);
  return reply;
}

async function commentFor(context: Context, input: OnComment, permission: Permission) {
  const place = await contentFor(context, input, permission);
  const comment = await findComment(context.queries, place.id, input.commentId);
  if (comment !== undefined) return { place, comment };
  const { changeRequest, space } = place;
  const on = changeRequest === undefined ? `space ${space.id}` : `change request ${changeRequest.number}`;
  throw new Problem("not_found", `commentId: there is no comment ${input.commentId} on ${on}.`);
}

async function replyFor(context: Context, input: OnReply, permission: Permission) {
  const { place, comment } = await commentFor(context, input, permission);
  const reply = await findReply(context.queries, comment.id, input.commentReplyId);
  if (reply !== undefined) return { place, reply };
  throw new Problem("not_found", `commentReplyId: there is no reply ${input.commentReplyId} to comment ${comment.id}.`);
}

export const changeRequestComments: Handlers<"changeRequestComments"> = discussion;

export const spaceComments: Handlers<"spaceComments"> = discussion;
