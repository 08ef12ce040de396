import type { Queries, Row } from "./tables.ts";

/** Counts one more edit of a user. */
export async function addContributor(
  queries: Queries,
  changeRequest: string,
  user: string,
  now: string,
): Promise<void> {
  await queries
    .insertInto("contributor")
    .values({ change_request: changeRequest, user, count: 1, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["change_request", "user"])
        .doUpdateSet(({ eb }) => ({ count: eb("contributor.count", "+", 1), updated_at: now })),
    )
    .execute();
}

/** Those who made or edited a change request, who was last at work first. */
export function listContributors(queries: Queries, changeRequest: string): Promise<Row<"contributor">[]> {
  return queries
    .selectFrom("contributor")
    .selectAll()
    .where("change_request", "=", changeRequest)
    .orderBy("updated_at", "desc")
    .orderBy("user")
    .execute();
}

export interface ChangeRequestCommenter {
  readonly user: string;
  readonly count: number;
  readonly updated_at: string;
}

/** Those who commented on a change request or replied there, who did so last first. */
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
