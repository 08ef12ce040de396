import { compiledRow, compiledStatement } from "../kernel/database/compiled-query.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";

export const findCommentPlace = compiledRow((queries, place: string) =>
  queries.selectFrom("comment_place").selectAll().where("place", "=", place),
);

/** Records the revision to which the comment targets of the place were followed. */
export const putCommentPlace = compiledStatement((queries, place: string, revision: string) =>
  queries
    .insertInto("comment_place")
    .values({ place, revision, last_number: 0 })
    .onConflict((conflict) => conflict.column("place").doUpdateSet({ revision })),
);

const takeNumber = compiledRow((queries, place: string, revision: string) =>
  queries
    .insertInto("comment_place")
    .values({ place, revision, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column("place").doUpdateSet(({ eb }) => ({ last_number: eb("comment_place.last_number", "+", 1) })),
    )
    .returning("last_number"),
);

/** Takes the next number of a place. Its first post is on `revision`. */
export async function nextPostNumber(queries: Queries, place: string, revision: string): Promise<number> {
  const taken = await takeNumber(queries, place, revision);
  if (taken === undefined) throw new Error(`The post on ${place} got no number`);
  return taken.last_number;
}

const addToCounts = compiledStatement(
  (queries, place: string, page: string, change: { readonly open: number; readonly resolved: number }) =>
    queries
      .insertInto("comment_tally")
      .values({ place, page, ...change })
      .onConflict((conflict) =>
        conflict.columns(["place", "page"]).doUpdateSet(({ eb }) => ({
          open: eb("comment_tally.open", "+", change.open),
          resolved: eb("comment_tally.resolved", "+", change.resolved),
        })),
      ),
);

/** Adjusts the comment counts of a page and of the whole place after comments were added, removed or changed status. */
export async function addToTally(
  queries: Queries,
  place: string,
  page: string | null,
  change: { readonly open: number; readonly resolved: number },
): Promise<void> {
  for (const counted of page === null ? [""] : ["", page]) await addToCounts(queries, place, counted, change);
}

const addToPosts = compiledStatement((queries, place: string, user: string, change: number) =>
  queries
    .insertInto("commenter")
    .values({ place, user, posts: change })
    .onConflict((conflict) =>
      conflict.columns(["place", "user"]).doUpdateSet(({ eb }) => ({ posts: eb("commenter.posts", "+", change) })),
    ),
);

/** Adjusts a user's number of posts. A user without posts is no longer listed as a commenter. */
export async function addPosts(queries: Queries, place: string, user: string, change: number): Promise<void> {
  await addToPosts(queries, place, user, change);
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
