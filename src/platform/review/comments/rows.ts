import { compiledRow, compiledRows, compiledStatement } from "../../kernel/database/compiled-query.ts";
import type { Ids, Json, NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";

export interface CommentFilter {
  readonly contentId: string;
  readonly status?: "open" | "resolved" | undefined;
  readonly page?: string | undefined;
  readonly authors?: readonly string[] | undefined;
}

interface CommentSpan {
  readonly order: "asc" | "desc";
  /** The number of the comment before the first one. */
  readonly after: number | undefined;
  readonly limit: number;
}

export const insertComment = compiledStatement((queries, row: NewRow<"comment">) =>
  queries.insertInto("comment").values(row),
);

export const updateComment = compiledStatement(
  (queries, id: string, change: Partial<Omit<Row<"comment">, "id" | "place" | "number">>) =>
    queries.updateTable("comment").set(change).where("id", "=", id),
);

export const findComment = compiledRow((queries, place: string, id: string) =>
  queries.selectFrom("comment").selectAll().where("id", "=", id).where("place", "=", place),
);

export async function findComments(queries: Queries, ids: readonly string[]): Promise<Row<"comment">[]> {
  if (ids.length === 0) return [];
  return queries.selectFrom("comment").selectAll().where("id", "in", ids).execute();
}

/** In posting order. Each author's comments are queried separately, so that an index gives them in order. */
export async function listComments(
  queries: Queries,
  { authors, ...filter }: CommentFilter,
  span: CommentSpan,
): Promise<Row<"comment">[]> {
  if (authors === undefined) return listSpan(queries, filter, span, undefined);
  const found: Row<"comment">[] = [];
  for (const author of new Set(authors)) found.push(...(await listSpan(queries, filter, span, author)));
  const sign = span.order === "asc" ? 1 : -1;
  return found.sort((one, other) => sign * (one.number - other.number)).slice(0, span.limit);
}

function listSpan(
  queries: Queries,
  { contentId, status, page }: CommentFilter,
  { order, after, limit }: CommentSpan,
  author: string | undefined,
): Promise<Row<"comment">[]> {
  let query = queries.selectFrom("comment").selectAll().where("place", "=", contentId);
  if (status !== undefined) query = query.where("status", "=", status);
  if (page !== undefined) query = query.where("page", "=", page);
  if (author !== undefined) query = query.where("author", "=", author);
  if (after !== undefined) query = query.where("number", order === "asc" ? ">" : "<", after);
  return query.orderBy("number", order).limit(limit).execute();
}

/** Without authors it is read from the tally, so the cost does not depend on the number of comments. */
export async function countComments(queries: Queries, filter: CommentFilter): Promise<number> {
  const { contentId, status, page, authors } = filter;
  if (authors === undefined) {
    const tally = await queries
      .selectFrom("comment_tally")
      .select(["open", "resolved"])
      .where("place", "=", contentId)
      .where("page", "=", page ?? "")
      .executeTakeFirst();
    if (tally === undefined) return 0;
    return status === undefined ? tally.open + tally.resolved : tally[status];
  }
  if (authors.length === 0) return 0;
  let query = queries
    .selectFrom("comment")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("place", "=", contentId)
    .where("author", "in", authors);
  if (status !== undefined) query = query.where("status", "=", status);
  if (page !== undefined) query = query.where("page", "=", page);
  return (await query.executeTakeFirstOrThrow()).count;
}

const listTallies = compiledRows((queries, contentIds: readonly string[]) =>
  queries.selectFrom("comment_tally").select(["place", "open"]).where("place", "in", contentIds).where("page", "=", ""),
);

/** The number of open comments on the content of each of these spaces or change requests. */
export async function countOpenComments(queries: Queries, contentIds: readonly string[]): Promise<Map<string, number>> {
  if (contentIds.length === 0) return new Map();
  const rows = await listTallies(queries, contentIds);
  return new Map(rows.map(({ place, open }) => [place, open]));
}

/** Comments on some pages of a place, with their targets. */
export const listTargets = compiledRows((queries, place: string, pages: readonly string[]) =>
  queries
    .selectFrom("comment")
    .select(["id", "page", "node", "cell_record", "cell_definition", "lost_revision"])
    .where("place", "=", place)
    .where("page", "in", pages),
);

/** Removes a comment with its replies and all reactions to them. */
export async function deleteComment(queries: Queries, id: string): Promise<void> {
  await queries
    .deleteFrom("comment_reaction")
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("post", "=", id),
        eb("post", "in", selectFrom("comment_reply").select("comment_reply.id").where("comment", "=", id)),
      ]),
    )
    .execute();
  await queries.deleteFrom("comment_reply").where("comment", "=", id).execute();
  await queries.deleteFrom("comment").where("id", "=", id).execute();
}

export const insertReply = compiledStatement((queries, row: NewRow<"comment_reply">) =>
  queries.insertInto("comment_reply").values(row),
);

export async function updateReply(
  queries: Queries,
  id: string,
  change: Partial<Pick<Row<"comment_reply">, "body" | "edited_at">>,
): Promise<void> {
  await queries.updateTable("comment_reply").set(change).where("id", "=", id).execute();
}

export function findReply(queries: Queries, comment: string, id: string): Promise<Row<"comment_reply"> | undefined> {
  return queries
    .selectFrom("comment_reply")
    .selectAll()
    .where("id", "=", id)
    .where("comment", "=", comment)
    .executeTakeFirst();
}

interface ChangeRequestCommenter {
  readonly user: string;
  readonly count: number;
  readonly updated_at: string;
}

/** Users who commented or replied on a change request, most recent first. */
export async function listCommentContributors(
  queries: Queries,
  changeRequest: string,
): Promise<ChangeRequestCommenter[]> {
  const posts = queries
    .selectFrom("comment")
    .select(["author", "posted_at"])
    .where("place", "=", changeRequest)
    .unionAll(
      queries
        .selectFrom("comment_reply")
        .innerJoin("comment", "comment.id", "comment_reply.comment")
        .select(["comment_reply.author", "comment_reply.posted_at"])
        .where("comment.place", "=", changeRequest),
    );
  return queries
    .selectFrom(posts.as("post"))
    .select(({ fn }) => [
      "author as user",
      fn.countAll<number>().as("count"),
      fn.max<string>("posted_at").as("updated_at"),
    ])
    .groupBy("author")
    .orderBy("updated_at", "desc")
    .orderBy("user")
    .execute();
}

/** Removes all comments on these spaces and change requests. */
export async function removeCommentsOn(queries: Queries, contentIds: Ids): Promise<void> {
  const comments = queries.selectFrom("comment").select("id").where("place", "in", contentIds);
  const replies = queries.selectFrom("comment_reply").select("id").where("comment", "in", comments);
  await queries.deleteFrom("comment_reaction").where("post", "in", comments.union(replies)).execute();
  await queries.deleteFrom("comment_reply").where("comment", "in", comments).execute();
  for (const table of ["comment", "comment_tally", "commenter", "comment_place"] as const) {
    await queries.deleteFrom(table).where("place", "in", contentIds).execute();
  }
}

/** Oldest first, starting after the one with that number. */
export function listReplies(
  queries: Queries,
  comment: string,
  after: number,
  limit: number,
): Promise<Row<"comment_reply">[]> {
  return queries
    .selectFrom("comment_reply")
    .selectAll()
    .where("comment", "=", comment)
    .where("number", ">", after)
    .orderBy("number")
    .limit(limit)
    .execute();
}

export async function countReplies(queries: Queries, comment: string): Promise<number> {
  const { count } = await queries
    .selectFrom("comment_reply")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("comment", "=", comment)
    .executeTakeFirstOrThrow();
  return count;
}

interface Replier {
  readonly comment: string;
  readonly user: string;
  readonly count: number;
  readonly last: string;
}

/** Who replied to each of these comments, how often and when last, in order of their first reply. */
export async function listRepliers(queries: Queries, comments: readonly string[]): Promise<Replier[]> {
  return comments.length === 0 ? [] : repliersTo(queries, comments);
}

const repliersTo = compiledRows((queries, comments: readonly string[]) =>
  queries
    .selectFrom("comment_reply")
    .select(({ fn }) => [
      "comment",
      "author as user",
      fn.countAll<number>().as("count"),
      fn.max("posted_at").as("last"),
      fn.min("number").as("first"),
    ])
    .where("comment", "in", comments)
    .groupBy(["comment", "author"])
    .orderBy("first"),
);

/** Removes a reply and the reactions to it. */
export async function deleteReply(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("comment_reaction").where("post", "=", id).execute();
  await queries.deleteFrom("comment_reply").where("id", "=", id).execute();
}

/** Leaves existing reactions unchanged. */
export async function insertReactions(queries: Queries, rows: readonly NewRow<"comment_reaction">[]): Promise<void> {
  if (rows.length === 0) return;
  await queries
    .insertInto("comment_reaction")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteReactions(
  queries: Queries,
  post: string,
  user: string,
  emojis: readonly string[],
): Promise<void> {
  if (emojis.length === 0) return;
  await queries
    .deleteFrom("comment_reaction")
    .where("post", "=", post)
    .where("user", "=", user)
    .where("emoji", "in", emojis)
    .execute();
}

/** Reactions to these comments or replies, oldest first. */
export async function listReactions(queries: Queries, posts: readonly string[]): Promise<Row<"comment_reaction">[]> {
  return posts.length === 0 ? [] : reactionsTo(queries, posts);
}

const reactionsTo = compiledRows((queries, posts: readonly string[]) =>
  queries
    .selectFrom("comment_reaction")
    .selectAll()
    .where("post", "in", posts)
    .orderBy("reacted_at")
    .orderBy("emoji")
    .orderBy("user"),
);

interface CommentTable {
  id: string;
  /** The space or change request whose content is discussed. */
  place: string;
  /** Posting order within the content; replies are numbered along with comments. */
  number: number;
  page: string | null;
  /** Key of the block in the revision to which the content's comments were followed, or in `lost_revision`. */
  node: string | null;
  cell_record: string | null;
  cell_definition: string | null;
  /** The last revision that has the target; null while the newest one has it. */
  lost_revision: string | null;
  review: string | null;
  author: string;
  posted_at: Timestamp;
  edited_at: Timestamp | null;
  status: string;
  resolved_at: Timestamp | null;
  resolved_by: string | null;
  /** `{markdown}` or `{document}`, as given. */
  body: Json;
}

interface CommentReplyTable {
  id: string;
  comment: string;
  number: number;
  author: string;
  posted_at: Timestamp;
  edited_at: Timestamp | null;
  body: Json;
}

interface CommentReactionTable {
  /** A comment or a reply. */
  post: string;
  emoji: string;
  user: string;
  reacted_at: Timestamp;
}

interface CommentPlaceTable {
  place: string;
  /** The revision to which the comment targets were followed. */
  revision: string;
  last_number: number;
}

/** The number of comments on a page of a content; for the page `""`, on the whole content. */
interface CommentTallyTable {
  place: string;
  page: string;
  open: number;
  resolved: number;
}

interface CommenterTable {
  place: string;
  user: string;
  /** Their current number of comments and replies. */
  posts: number;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    comment: CommentTable;
    comment_reply: CommentReplyTable;
    comment_reaction: CommentReactionTable;
    comment_place: CommentPlaceTable;
    comment_tally: CommentTallyTable;
    commenter: CommenterTable;
  }
}
