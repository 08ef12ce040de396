import { type Kysely, sql } from "kysely";

const statements = [
  `create table page_feedback (
    id text primary key,
    site text not null,
    site_space text not null,
    space text not null,
    page text not null,
    rating text not null,
    comment text,
    url text not null,
    created_at text not null
  )`,
  "create index page_feedback_site on page_feedback (site, created_at)",
];

/** Adds readers' feedback on pages of published sites. */
export async function addPageFeedback(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
