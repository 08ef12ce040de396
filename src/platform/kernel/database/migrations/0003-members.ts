import { type Kysely, sql } from "kysely";

const statements = [
  "alter table job add column member_of text",
  "create index job_creator on job (created_by, state)",
  "create index member_joined on member (organization, joined_at, user)",
  "create index member_seen on member (organization, last_seen_at, user)",
  // The first member may leave from now on, and local programs must not become another user then.
  `insert into setting (name, value)
    select 'local-user', user from member
    where organization = (select id from organization order by created_at, id limit 1)
    order by joined_at, user limit 1`,
];

/** Adds ordered lists of members, jobs that end with a membership, and the local user as a setting. */
export async function addMemberOrder(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
