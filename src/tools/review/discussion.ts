import type { Comment, CommentReply } from "../../contract/models/comment.ts";
import { changeRequestComments } from "../../contract/operations/change-request-comments.ts";
import { spaceComments } from "../../contract/operations/space-comments.ts";
import type { Portion } from "../../present/listing.ts";
import type { Content } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";

interface CommentFilter {
  readonly status: "open" | "resolved" | "all";
  readonly targetPage?: string;
  readonly page?: string;
  readonly limit: number;
}

/** The comments on a space or on one of its change requests; each has its own operations. */
export interface Discussion {
  list(filter: CommentFilter): Promise<Portion<Comment>>;
  get(commentId: string): Promise<Comment>;
  listReplies(commentId: string): Promise<Portion<CommentReply>>;
  create(text: string, page: string | undefined): Promise<Comment>;
  reply(commentId: string, text: string): Promise<CommentReply>;
  setResolved(commentId: string, resolved: boolean): Promise<Comment>;
}

/** Replies shown under one comment. */
export const maxReplies = 50;

export function createDiscussion({ space, changeRequest }: Content, { client, signal }: ToolContext): Discussion {
  const options = { signal };
  const on = { spaceId: space.id };
  const format = "markdown" as const;
  const limit = maxReplies;
  const about = (page: string | undefined) => (page === undefined ? {} : { page });
  if (changeRequest === undefined) {
    const comments = client.spaceComments;
    return {
      list: (filter) => comments.list({ ...on, ...filter, format }, options),
      get: (commentId) => comments.get({ ...on, commentId, format }, options),
      listReplies: (commentId) => comments.listReplies({ ...on, commentId, format, limit }, options),
      create: (markdown, page) => comments.create({ ...on, body: { markdown }, ...about(page) }, options),
      reply: (commentId, markdown) => comments.createReply({ ...on, commentId, body: { markdown } }, options),
      setResolved: (commentId, resolved) => comments.update({ ...on, commentId, resolved }, options),
    };
  }
  const comments = client.changeRequestComments;
  const inDraft = { ...on, changeRequestId: changeRequest.id };
  return {
    list: (filter) => comments.list({ ...inDraft, ...filter, format }, options),
    get: (commentId) => comments.get({ ...inDraft, commentId, format }, options),
    listReplies: (commentId) => comments.listReplies({ ...inDraft, commentId, format, limit }, options),
    create: (markdown, page) => comments.create({ ...inDraft, body: { markdown }, ...about(page) }, options),
    reply: (commentId, markdown) => comments.createReply({ ...inDraft, commentId, body: { markdown } }, options),
    setResolved: (commentId, resolved) => comments.update({ ...inDraft, commentId, resolved }, options),
  };
}

/** The operations for finding one comment, and for reading and writing a discussion. */
export const discussionLookups = [spaceComments.get, changeRequestComments.get];

export const discussionReads = [
  spaceComments.list,
  spaceComments.listReplies,
  changeRequestComments.list,
  changeRequestComments.listReplies,
];

export const discussionWrites = [
  spaceComments.create,
  spaceComments.createReply,
  spaceComments.update,
  changeRequestComments.create,
  changeRequestComments.createReply,
  changeRequestComments.update,
];
