import { type Kysely, sql } from "kysely";

/** Links are read by other rules, and from reusable contents too. The index is made anew when it is next asked for. */
export async function linksReadAgain(database: Kysely<unknown>): Promise<void> {
  for (const table of ["page_link", "link_index", "link_portion"]) {
    await sql`delete from ${sql.table(table)}`.execute(database);
  }
}
