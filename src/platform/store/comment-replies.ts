import type { NewRow, Queries, Row } from "./tables.ts";

export async function insertReply(queries: Queries, row: NewRow<"comment_reply">): Promise<void> {
  await queries.insertInto("comment_reply").values(row).execute();
}

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

/** The oldest first, from after the one with that number. */
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

export interface Replier {
  readonly comment: string;
  readonly user: string;
  readonly count: number;
  readonly last: string;
}

/** Who replied to each of these comments, how often and when last; who replied first comes first. */
export function listRepliers(queries: Queries, comments: readonly string[]): Promise<Replier[]> {
  if (comments.length === 0) return Promise.resolve([]);
  return queries
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
    .orderBy("first")
    .execute();
}

/** Removes a reply and the reactions to it. */
export async function deleteReply(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("comment_reaction").where("post", "=", id).execute();
  await queries.deleteFrom("comment_reply").where("id", "=", id).execute();
}
