import { type Kysely, sql } from "kysely";

const statements = [
  "alter table user add column disabled integer not null default 0",
  "update user set email = lower(email)",
  "alter table token add column scope text not null default 'admin'",
  "alter table token add column last_used_at text",
  `create table session (
    id text primary key,
    hash text not null unique,
    user text not null,
    made_by text not null,
    user_agent text,
    created_at text not null,
    last_used_at text not null,
    expires_at text not null
  )`,
  "create index session_user on session (user)",
];

/** Adds sign-in for people: sessions, token scopes, suspended users, lower-case e-mail addresses. */
export async function addPeople(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
