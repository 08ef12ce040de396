import { compiledRow, compiledStatement } from "../../kernel/database/compiled-query.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";

export const findCommentTracking = compiledRow((queries, contentId: string) =>
  queries.selectFrom("comment_place").selectAll().where("place", "=", contentId),
);

/** Records the revision to which the comment targets of the content were followed. */
export const putCommentTracking = compiledStatement((queries, contentId: string, revision: string) =>
  queries
    .insertInto("comment_place")
    .values({ place: contentId, revision, last_number: 0 })
    .onConflict((conflict) => conflict.column("place").doUpdateSet({ revision })),
);

const takeNumber = compiledRow((queries, contentId: string, revision: string) =>
  queries
    .insertInto("comment_place")
    .values({ place: contentId, revision, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column("place").doUpdateSet(({ eb }) => ({ last_number: eb("comment_place.last_number", "+", 1) })),
    )
    .returning("last_number"),
);

/** Takes the next number of a content. Its first post is on `revision`. */
export async function nextPostNumber(queries: Queries, contentId: string, revision: string): Promise<number> {
  const taken = await takeNumber(queries, contentId, revision);
  if (taken === undefined) throw new Error(`The post on ${contentId} got no number`);
  return taken.last_number;
}

const addToCounts = compiledStatement(
  (queries, contentId: string, page: string, change: { readonly open: number; readonly resolved: number }) =>
    queries
      .insertInto("comment_tally")
      .values({ place: contentId, page, ...change })
      .onConflict((conflict) =>
        conflict.columns(["place", "page"]).doUpdateSet(({ eb }) => ({
          open: eb("comment_tally.open", "+", change.open),
          resolved: eb("comment_tally.resolved", "+", change.resolved),
        })),
      ),
);

/**
 * Adjusts the comment counts of a page and of the whole content after comments were added, removed or changed status.
 */
export async function addToTally(
  queries: Queries,
  contentId: string,
  page: string | null,
  change: { readonly open: number; readonly resolved: number },
): Promise<void> {
  for (const counted of page === null ? [""] : ["", page]) await addToCounts(queries, contentId, counted, change);
}

const addToPosts = compiledStatement((queries, contentId: string, user: string, change: number) =>
  queries
    .insertInto("commenter")
    .values({ place: contentId, user, posts: change })
    .onConflict((conflict) =>
      conflict.columns(["place", "user"]).doUpdateSet(({ eb }) => ({ posts: eb("commenter.posts", "+", change) })),
    ),
);

/** Adjusts a user's number of posts. A user without posts is no longer listed as a commenter. */
export async function addPosts(queries: Queries, contentId: string, user: string, change: number): Promise<void> {
  await addToPosts(queries, contentId, user, change);
  if (change > 0) return;
  await queries
    .deleteFrom("commenter")
    .where("place", "=", contentId)
    .where("user", "=", user)
    .where("posts", "<=", 0)
    .execute();
}

/** Members of an organization who commented on a content, ordered by user id, starting after one. */
export function listCommenters(
  queries: Queries,
  contentId: string,
  organization: string,
  after: string,
  limit: number,
): Promise<Row<"member">[]> {
  return queries
    .selectFrom("commenter")
    .innerJoin("member", "member.user", "commenter.user")
    .selectAll("member")
    .where("commenter.place", "=", contentId)
    .where("member.organization", "=", organization)
    .where("commenter.user", ">", after)
    .orderBy("commenter.user")
    .limit(limit)
    .execute();
}

export async function countCommenters(queries: Queries, contentId: string, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("commenter")
    .innerJoin("member", "member.user", "commenter.user")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("commenter.place", "=", contentId)
    .where("member.organization", "=", organization)
    .executeTakeFirstOrThrow();
  return count;
}
