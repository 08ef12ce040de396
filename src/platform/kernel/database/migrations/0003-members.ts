import { type Kysely, sql } from "kysely";

const statements = [
  "alter table job add column member_of text",
  "create index job_creator on job (created_by, state)",
  "create index member_joined on member (organization, joined_at, user)",
  "create index member_seen on member (organization, last_seen_at, user)",
  // Whoever joined first may leave from now on, and programs on this machine are not to become somebody else.
  `insert into setting (name, value)
    select 'local-user', user from member
    where organization = (select id from organization order by created_at, id limit 1)
    order by joined_at, user limit 1`,
];

/** Lists of members in order, jobs that end with a membership, and the local user by name. */
export async function addMemberOrder(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
