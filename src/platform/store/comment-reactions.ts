import type { NewRow, Queries, Row } from "./tables.ts";

/** A reaction that is there stays as it is. */
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

/** Reactions to these comments or replies, the oldest first. */
export function listReactions(queries: Queries, posts: readonly string[]): Promise<Row<"comment_reaction">[]> {
  if (posts.length === 0) return Promise.resolve([]);
  return queries
    .selectFrom("comment_reaction")
    .selectAll()
    .where("post", "in", posts)
    .orderBy("reacted_at")
    .orderBy("emoji")
    .orderBy("user")
    .execute();
}
