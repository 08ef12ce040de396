import { type Kysely, sql } from "kysely";

const statements = [
  `create table serving_process (
    id text primary key,
    url text not null,
    seen_at text not null
  )`,
  `create table repeatable_request (
    user text not null,
    name text not null,
    request text not null,
    answer text not null,
    created_at text not null,
    primary key (user, name)
  )`,
  "create index repeatable_request_created on repeatable_request (created_at)",
];

/** Adds the processes that serve one database, and repeatable requests. */
export async function addProcesses(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
