import { type Kysely, sql } from "kysely";

/** Adds the agent that submitted a review. A build that does not know it stores reviews as those of people. */
export async function addReviewAgents(database: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table review add column agent text").execute(database);
}
