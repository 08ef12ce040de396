import type { Queries, Row } from "../kernel/database/tables.ts";

export function findCommentPlace(queries: Queries, place: string): Promise<Row<"comment_place"> | undefined> {
  return queries.selectFrom("comment_place").selectAll().where("place", "=", place).executeTakeFirst();
}

/** Records the revision to which the comment targets of the place were followed. */
export async function putCommentPlace(queries: Queries, place: string, revision: string): Promise<void> {
  await queries
    .insertInto("comment_place")
    .values({ place, revision, last_number: 0 })
    .onConflict((conflict) => conflict.column("place").doUpdateSet({ revision }))
    .execute();
}

/** Takes the next number of a place that has a row. */
export async function nextPostNumber(queries: Queries, place: string): Promise<number> {
  const { last_number } = await queries
    .updateTable("comment_place")
    .set(({ eb }) => ({ last_number: eb("last_number", "+", 1) }))
    .where("place", "=", place)
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last_number;
}

/** Adjusts the comment counts of a page and of the whole place after comments were added, removed or changed status. */
export async function addToTally(
  queries: Queries,
  place: string,
  page: string | null,
  change: { readonly open: number; readonly resolved: number },
): Promise<void> {
  for (const counted of page === null ? [""] : ["", page]) {
    await queries
      .insertInto("comment_tally")
      .values({ place, page: counted, ...change })
      .onConflict((conflict) =>
        conflict.columns(["place", "page"]).doUpdateSet(({ eb }) => ({
          open: eb("comment_tally.open", "+", change.open),
          resolved: eb("comment_tally.resolved", "+", change.resolved),
        })),
      )
      .execute();
  }
}

/** Adjusts a user's number of posts. A user without posts is no longer listed as a commenter. */
export async function addPosts(queries: Queries, place: string, user: string, change: number): Promise<void> {
  await queries
    .insertInto("commenter")
    .values({ place, user, posts: change })
    .onConflict((conflict) =>
      conflict.columns(["place", "user"]).doUpdateSet(({ eb }) => ({ posts: eb("commenter.posts", "+", change) })),
    )
    .execute();
  if (change > 0) return;
  await queries
    .deleteFrom("commenter")
    .where("place", "=", place)
    .where("user", "=", user)
    .where("posts", "<=", 0)
    .execute();
}

/** Members of an organization who commented on a place, ordered by user id, starting after one. */
export function listCommenters(
  queries: Queries,
  place: string,
  organization: string,
  after: string,
  limit: number,
): Promise<Row<"member">[]> {
  return queries
    .selectFrom("commenter")
    .innerJoin("member", "member.user", "commenter.user")
    .selectAll("member")
    .where("commenter.place", "=", place)
    .where("member.organization", "=", organization)
    .where("commenter.user", ">", after)
    .orderBy("commenter.user")
    .limit(limit)
    .execute();
}

export async function countCommenters(queries: Queries, place: string, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("commenter")
    .innerJoin("member", "member.user", "commenter.user")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("commenter.place", "=", place)
    .where("member.organization", "=", organization)
    .executeTakeFirstOrThrow();
  return count;
}
