import type { Comment, CommentReply } from "../../../contract/models/comment.ts";
import type { RichDocument } from "../../../contract/models/document.ts";
import { type PresentedUsers, presentedUsers } from "../../access/people/index.ts";
import { may } from "../../access/roles.ts";
import { printDocument } from "../../content/documents.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { findCommentTracking } from "./comment-tracking-rows.ts";
import type { CommentedContent } from "./commented-content.ts";
import { readMentions } from "./mentions.ts";
import { listReactions, listRepliers } from "./rows.ts";

type Format = "markdown" | "document";

/** A comment that this transaction posted: nobody has replied to it yet. */
export async function presentNewComment(
  context: Context,
  content: CommentedContent,
  comment: Row<"comment">,
): Promise<Comment> {
  const posts = await readPosts(context, content, [comment], [], "markdown", []);
  return presentComment(content, comment, posts, [], content.revision);
}

/** Takes a constant number of queries. */
export async function presentComments(
  context: Context,
  content: CommentedContent,
  comments: readonly Row<"comment">[],
  format: Format,
): Promise<Comment[]> {
  const { queries } = context;
  const ids = comments.map(({ id }) => id);
  const repliers = await listRepliers(queries, ids);
  const resolvers = comments.flatMap((comment) => comment.resolved_by ?? []);
  const others = [...resolvers, ...repliers.map(({ user }) => user)];
  const posts = await readPosts(context, content, comments, await listReactions(queries, ids), format, others);
  const newest = (await findCommentTracking(queries, content.id))?.revision ?? content.revision;
  return comments.map((comment) => {
    const own = repliers.filter((replier) => replier.comment === comment.id);
    return presentComment(content, comment, posts, own, newest);
  });
}

function presentComment(
  content: CommentedContent,
  comment: Row<"comment">,
  posts: PresentedPosts,
  repliers: Awaited<ReturnType<typeof listRepliers>>,
  newest: string,
): Comment {
  return {
    object: "comment",
    ...posts.of(comment, `${content.location}/comments/${comment.id}`),
    replies: repliers.reduce((sum, { count }) => sum + count, 0),
    repliers: repliers.map(({ user, count, last }) => ({ updatedAt: last, count, user: posts.users.of(user) })),
    target: presentTarget(content, comment, newest),
    ...presentStatus(comment, posts.users),
  };
}

export async function presentReplies(
  context: Context,
  content: CommentedContent,
  replies: readonly Row<"comment_reply">[],
  format: Format,
): Promise<CommentReply[]> {
  const reactions = await listReactions(
    context.queries,
    replies.map(({ id }) => id),
  );
  const posts = await readPosts(context, content, replies, reactions, format, []);
  return replies.map((reply) => ({
    object: "comment-reply",
    ...posts.of(reply, `${content.location}/comments/${reply.comment}/replies/${reply.id}`),
  }));
}

function presentStatus(
  { resolved_at, resolved_by }: Row<"comment">,
  users: PresentedUsers,
): Pick<Comment, "status" | "resolvedAt" | "resolvedBy"> {
  if (resolved_at === null || resolved_by === null) return { status: "open" };
  return { status: "resolved", resolvedAt: resolved_at, resolvedBy: users.of(resolved_by) };
}

function presentTarget(
  { space, changeRequest }: CommentedContent,
  comment: Row<"comment">,
  newest: string,
): Comment["target"] {
  const { page, node, cell_record, cell_definition, lost_revision, review } = comment;
  return {
    ...(node === null ? {} : { node: { id: node } }),
    ...(cell_record === null || cell_definition === null
      ? {}
      : { tableCell: { record: cell_record, definition: cell_definition } }),
    ...(changeRequest === undefined ? {} : { changeRequest: changeRequest.id }),
    ...(review === null ? {} : { review }),
    ...(page === null ? {} : { page: { id: page } }),
    space: space.id,
    revision: lost_revision ?? newest,
  };
}

type Post = Row<"comment"> | Row<"comment_reply">;

type PresentedPosts = Awaited<ReturnType<typeof readPosts>>;

/** Reads the common members of comments and replies, and the users who wrote, reacted or are mentioned. */
async function readPosts(
  context: Context,
  content: CommentedContent,
  rows: readonly Post[],
  reactions: readonly Row<"comment_reaction">[],
  format: Format,
  others: readonly string[],
) {
  const named = [...rows.map(({ author }) => author), ...reactions.map(({ user }) => user), ...others];
  const users = await presentedUsers(context, named);
  const bodies = await presentBodies(context, content, rows, format);
  const comment = may(content.role, "comment");
  return {
    users,
    of(row: Post, location: string) {
      const own = row.author === context.user.id && comment;
      return {
        id: row.id,
        postedBy: users.of(row.author),
        postedAt: row.posted_at,
        ...(row.edited_at === null ? {} : { editedAt: row.edited_at }),
        reactions: presentReactions(
          reactions.filter(({ post }) => post === row.id),
          users,
        ),
        body: bodies.get(row.id) ?? {},
        urls: { location },
        permissions: { view: true, edit: own, reply: comment, delete: own || may(content.role, "admin") },
      };
    },
  };
}

/** In the order in which each emoji was first used. */
function presentReactions(rows: readonly Row<"comment_reaction">[], users: PresentedUsers): Comment["reactions"] {
  const byEmoji = new Map<string, Comment["reactions"][number]["users"]>();
  for (const { emoji, user, reacted_at } of rows) {
    byEmoji.set(emoji, [...(byEmoji.get(emoji) ?? []), { user: users.of(user), reactedAt: reacted_at }]);
  }
  return [...byEmoji].map(([emoji, reacted]) => ({ emoji, count: reacted.length, users: reacted }));
}

async function presentBodies(
  context: Context,
  { space }: CommentedContent,
  rows: readonly Post[],
  format: Format,
): Promise<Map<string, Comment["body"]>> {
  const bodies = rows.map(({ id, body }) => ({ id, ...parseBody(body) }));
  const presented = new Map<string, Comment["body"]>();
  if (format === "markdown") {
    for (const { id, markdown, document } of bodies) {
      presented.set(id, { markdown: markdown ?? (await printDocument(document)) });
    }
    return presented;
  }
  const { documentFromMarkdown } = await import("../../../markdown/document/reading/from-markdown.ts");
  const texts = bodies.flatMap(({ markdown }) => markdown ?? []);
  const reference = await readMentions(context, space.organization, texts);
  for (const { id, markdown, document } of bodies) {
    // Both types have the same shape, but the contract leaves block types open and the text layer names them.
    const read = () => documentFromMarkdown(markdown ?? "", { reference }) as object as RichDocument;
    presented.set(id, { document: document ?? read() });
  }
  return presented;
}

/** A stored body, which has exactly one of the two members. */
function parseBody(stored: string): { markdown?: string; document?: RichDocument } {
  return JSON.parse(stored) as { markdown?: string; document?: RichDocument };
}
