import { type Kysely, sql } from "kysely";

const statements = [
  "alter table job add column member_of text",
  "create index job_creator on job (created_by, state)",
  "create index member_joined on member (organization, joined_at, user)",
  "create index member_seen on member (organization, last_seen_at, user)",
];

/** Lists of members in order, and jobs that end with a membership. */
export async function addMemberOrder(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
