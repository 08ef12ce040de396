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
