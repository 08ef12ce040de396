import { type Kysely, sql } from "kysely";

const statements = [
  `create table invite_link (
    hash text primary key,
    id text not null,
    organization text not null,
    role text,
    level text,
    space text,
    collection text,
    created_by text not null,
    created_at text not null
  )`,
  "create index invite_link_organization on invite_link (organization, created_at, id)",
  "create index invite_link_space on invite_link (space)",
  `create table email_invite (
    id text primary key,
    hash text unique,
    organization text not null,
    email text not null,
    role text,
    sso integer not null,
    proven integer not null,
    delivery text not null,
    failure text,
    created_by text not null,
    created_at text not null,
    expires_at text not null,
    unique (organization, email)
  )`,
  "create index email_invite_order on email_invite (organization, created_at, id)",
  "create index email_invite_email on email_invite (email)",
];

/** Adds invite links and e-mail invitations. */
export async function addInvites(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
