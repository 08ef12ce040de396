import type { CommentText } from "../../../contract/models/comment.ts";
import { may } from "../../access/roles.ts";
import { printDocumentField } from "../../content/documents.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { publishSpaceEvent } from "../../kernel/events.ts";
import { Problem } from "../../kernel/problem.ts";
import { addPosts, addToTally, nextPostNumber } from "./comment-tracking-rows.ts";
import type { CommentedContent } from "./commented-content.ts";
import { followComments } from "./follow.ts";
import { linkMentions } from "./mentions.ts";
import {
  deleteComment,
  deleteReactions,
  deleteReply,
  insertComment,
  insertReactions,
  insertReply,
  listReactions,
  listRepliers,
  updateComment,
  updateReply,
} from "./rows.ts";
import { requireTarget, type TargetInput } from "./target.ts";

/** Maximum number of different emojis on one comment or reply. */
const maxEmojis = 100;

export interface NewComment extends TargetInput {
  readonly body: CommentText;
  /** The review it is part of. */
  readonly review?: string;
}

export interface PostEdits {
  readonly body?: CommentText | undefined;
  readonly addedReactions?: readonly string[] | undefined;
  readonly removedReactions?: readonly string[] | undefined;
}

export async function postComment(
  context: Context,
  content: CommentedContent,
  input: NewComment,
): Promise<Row<"comment">> {
  const { queries, user, now } = context;
  const body = await readBody(context, content, input.body);
  await requireTarget(context, content, input);
  await followComments(context, { id: content.id, space: content.space.id }, content.revision);
  const comment = {
    id: createId(),
    place: content.id,
    number: await nextPostNumber(queries, content.id, content.revision),
    page: input.page ?? null,
    node: input.node ?? null,
    cell_record: input.tableCell?.record ?? null,
    cell_definition: input.tableCell?.definition ?? null,
    lost_revision: null,
    review: input.review ?? null,
    author: user.id,
    posted_at: now,
    edited_at: null,
    status: "open",
    resolved_at: null,
    resolved_by: null,
    body,
  };
  await insertComment(queries, comment);
  await addToTally(queries, content.id, comment.page, { open: 1, resolved: 0 });
  await addPosts(queries, content.id, user.id, 1);
  const of = content.changeRequest === undefined ? {} : { changeRequestId: content.changeRequest.id };
  await publishSpaceEvent(context, content.space, "comment_posted", {
    ...of,
    commentId: comment.id,
    postedBy: user.id,
  });
  return comment;
}

export async function postReply(
  context: Context,
  content: CommentedContent,
  comment: Row<"comment">,
  input: CommentText,
): Promise<Row<"comment_reply">> {
  const reply = {
    id: createId(),
    comment: comment.id,
    number: await nextPostNumber(context.queries, comment.place, content.revision),
    author: context.user.id,
    posted_at: context.now,
    edited_at: null,
    body: await readBody(context, content, input),
  };
  await insertReply(context.queries, reply);
  await addPosts(context.queries, comment.place, context.user.id, 1);
  return reply;
}

/** Only authors may change their texts; everyone who may comment can resolve and react. */
export async function editComment(
  context: Context,
  content: CommentedContent,
  comment: Row<"comment">,
  edits: PostEdits & { readonly resolved?: boolean | undefined },
): Promise<Row<"comment">> {
  const text = await readEdit(context, content, `comment ${comment.id}`, comment.author, edits);
  const change = { ...text, ...statusChange(context, comment, edits.resolved) };
  if (Object.keys(change).length > 0) await updateComment(context.queries, comment.id, change);
  if ("status" in change) {
    const sign = change.status === "resolved" ? 1 : -1;
    await addToTally(context.queries, comment.place, comment.page, { open: -sign, resolved: sign });
  }
  await react(context, comment.id, edits);
  return { ...comment, ...change };
}

export async function editReply(
  context: Context,
  content: CommentedContent,
  reply: Row<"comment_reply">,
  edits: PostEdits,
): Promise<Row<"comment_reply">> {
  const change = await readEdit(context, content, `reply ${reply.id}`, reply.author, edits);
  if (change.body !== undefined) await updateReply(context.queries, reply.id, change);
  await react(context, reply.id, edits);
  return { ...reply, ...change };
}

export async function removeComment(
  context: Context,
  content: CommentedContent,
  comment: Row<"comment">,
): Promise<void> {
  requireRemovable(context, content, `comment ${comment.id}`, comment.author);
  const repliers = await listRepliers(context.queries, [comment.id]);
  await deleteComment(context.queries, comment.id);
  const open = comment.status === "open" ? -1 : 0;
  await addToTally(context.queries, comment.place, comment.page, { open, resolved: -1 - open });
  await addPosts(context.queries, comment.place, comment.author, -1);
  for (const { user, count } of repliers) await addPosts(context.queries, comment.place, user, -count);
}

export async function removeReply(
  context: Context,
  content: CommentedContent,
  reply: Row<"comment_reply">,
): Promise<void> {
  requireRemovable(context, content, `reply ${reply.id}`, reply.author);
  await deleteReply(context.queries, reply.id);
  await addPosts(context.queries, content.id, reply.author, -1);
}

async function readEdit(
  context: Context,
  content: CommentedContent,
  subject: string,
  author: string,
  { body }: PostEdits,
): Promise<{ body?: string; edited_at?: string }> {
  if (body === undefined) return {};
  if (author !== context.user.id) {
    throw new Problem("forbidden", `body: only the author of ${subject} may change its text. Reply to it instead.`);
  }
  return { body: await readBody(context, content, body), edited_at: context.now };
}

function statusChange({ user, now }: Context, comment: Row<"comment">, resolved: boolean | undefined) {
  if (resolved === undefined || resolved === (comment.status === "resolved")) return {};
  return resolved
    ? { status: "resolved", resolved_at: now, resolved_by: user.id }
    : { status: "open", resolved_at: null, resolved_by: null };
}

async function react(
  { queries, user, now }: Context,
  post: string,
  { addedReactions: added = [], removedReactions: removed = [] }: PostEdits,
): Promise<void> {
  const both = added.find((emoji) => removed.includes(emoji));
  if (both !== undefined) {
    throw new Problem(
      "bad_request",
      "removedReactions: contains an emoji that is also in addedReactions. Name it in one of them.",
    );
  }
  if (removed.length > maxEmojis) {
    throw new Problem("unprocessable", `removedReactions: can be ${maxEmojis} at most.`);
  }
  await deleteReactions(queries, post, user.id, removed);
  if (added.length === 0) return;
  const there = (await listReactions(queries, [post])).map(({ emoji }) => emoji);
  if (new Set([...there, ...added]).size > maxEmojis) {
    throw new Problem("unprocessable", `addedReactions: at most ${maxEmojis} different emojis are allowed.`);
  }
  const rows = [...new Set(added)].map((emoji) => ({ post, emoji, user: user.id, reacted_at: now }));
  await insertReactions(queries, rows);
}

function requireRemovable({ user }: Context, { role }: CommentedContent, subject: string, author: string): void {
  if (author === user.id || may(role, "admin")) return;
  throw new Problem("forbidden", `Only its author and administrators of the space may delete ${subject}.`);
}

const maxTextBytes = 100 * 1024;

const maxDocumentBytes = 10 * maxTextBytes;

/** The text of a comment or reply as stored: as given, with mentions as links. Throws if it is invalid. */
async function readBody(context: Context, { space }: CommentedContent, body: CommentText): Promise<string> {
  requireTextSize(body.markdown ?? "");
  const markdown =
    body.markdown === undefined ? undefined : await linkMentions(context, space.organization, body.markdown);
  const stored = JSON.stringify(body.document === undefined ? { markdown } : { document: body.document });
  const text = markdown ?? (await printDocumentField(body.document, "body.document"));
  requireTextSize(text);
  if (Buffer.byteLength(stored) > maxDocumentBytes) throw tooLong();
  if (text.trim() === "") throw new Problem("bad_request", "body: has no text. Write the comment's text.");
  return stored;
}

function requireTextSize(text: string): void {
  if (Buffer.byteLength(text) > maxTextBytes) throw tooLong();
}

const tooLong = () =>
  new Problem("payload_too_large", "body: a comment can have at most 100 KB of text. Put longer text on a page.");
