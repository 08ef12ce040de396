import type { Queries } from "../kernel/database/tables.ts";
import { removeSpaceLinks } from "../links/index.ts";
import { removeSpaceSections } from "../search/index.ts";
import { removeTranslationsOf } from "../translations/index.ts";

/** Removes a space for good, with every row about it. Texts and files are kept by address, and other spaces may have them too. */
export async function purgeSpace(queries: Queries, space: string): Promise<void> {
  const changeRequests = queries.selectFrom("change_request").select("id").where("space", "=", space);
  const places = changeRequests.union(queries.selectFrom("space").select("id").where("id", "=", space));
  const comments = queries.selectFrom("comment").select("id").where("place", "in", places);
  const replies = queries.selectFrom("comment_reply").select("id").where("comment", "in", comments);
  await queries.deleteFrom("comment_reaction").where("post", "in", comments.union(replies)).execute();
  await queries.deleteFrom("comment_reply").where("comment", "in", comments).execute();
  for (const table of ["comment", "comment_tally", "commenter", "comment_place"] as const) {
    await queries.deleteFrom(table).where("place", "in", places).execute();
  }
  for (const table of ["contributor", "requested_reviewer", "review"] as const) {
    await queries.deleteFrom(table).where("change_request", "in", changeRequests).execute();
  }
  await queries
    .updateTable("translation")
    .set({ change_request: null })
    .where("change_request", "in", changeRequests)
    .execute();
  await removeSpaceSections(queries, space);
  await removeSpaceLinks(queries, space);
  for (const table of [
    "computed_page",
    "import_run",
    "git_sync",
    "user_grant",
    "team_grant",
    "revision",
    "change_request",
  ] as const) {
    await queries.deleteFrom(table).where("space", "=", space).execute();
  }
  await removeTranslationsOf(queries, space);
  await queries.deleteFrom("space").where("id", "=", space).execute();
}
