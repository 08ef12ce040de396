import { type Kysely, sql } from "kysely";

/** Adds the types of events that an integration asks for. Null for those that were published before. */
export async function addIntegrationEvents(database: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table integration add column events text").execute(database);
}
