import type { Comment, CommentReply } from "../../contract/models/comment.ts";
import { cut } from "../present/budget.ts";
import { markdownOf } from "../present/document.ts";
import type { FenceSet } from "../present/fence.ts";
import { quoted } from "../present/name.ts";
import { mostReplies } from "./discussion.ts";

/** Tokens of one comment's or reply's text; a longer one is cut. */
const mostTokens = 800;

/** A comment with its replies, each text in a fence. `pageName` names the page of an id; `passage` is what it is about. */
export async function presentComment(
  comment: Comment,
  replies: readonly CommentReply[],
  fences: FenceSet,
  pageName: (id: string) => string,
  passage?: string,
): Promise<string> {
  const { id, target, status, resolvedBy, resolvedAt, replies: count } = comment;
  const page = target?.page === undefined ? "" : `, on ${partOf(target)}page ${pageName(target.page.id)}`;
  const by = resolvedBy === undefined ? "" : ` by ${quoted(resolvedBy.displayName)}`;
  const resolved =
    status === "resolved" ? `, resolved${by}${resolvedAt === undefined ? "" : ` ${dayOf(resolvedAt)}`}` : "";
  const left = count - replies.length;
  return [
    `Comment ${id} ${postedOf(comment)}${page}${resolved}:`,
    await bodyOf(comment, fences, passage),
    ...(await Promise.all(
      replies.map(async (reply) => `Reply ${reply.id} ${postedOf(reply)}:\n${await bodyOf(reply, fences)}`),
    )),
    ...(left > 0 && replies.length === mostReplies ? [`And ${left} more replies to ${id}.`] : []),
  ].join("\n");
}

const partOf = ({ node, tableCell }: Comment["target"]) =>
  node === undefined ? "" : tableCell === undefined ? "a block of " : "a table cell of ";

async function bodyOf({ body }: Pick<Comment, "body">, fences: FenceSet, passage?: string): Promise<string> {
  const about = passage === undefined ? "" : `${passage.replace(/^/gm, "> ")}\n\n`;
  return fences.wrap(about + cut(await markdownOf(body), mostTokens, "(cut)").text);
}

function postedOf({ postedBy, postedAt, editedAt, reactions }: CommentReply | Comment): string {
  const marks = (reactions ?? []).map(({ emoji, count }) => `${quoted(emoji)} ${count}`);
  return [
    `by ${quoted(postedBy.displayName)} ${dayOf(postedAt)}`,
    ...(editedAt === undefined ? [] : ["edited"]),
    ...(marks.length === 0 ? [] : [`reactions ${marks.slice(0, 10).join(" ")}`]),
  ].join(", ");
}

export const dayOf = (time: string): string => time.slice(0, 10);
