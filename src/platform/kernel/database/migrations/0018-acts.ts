import { type Kysely, sql } from "kysely";

const statements = [
  `create table act (
    id text primary key,
    at text not null,
    user text not null,
    program text not null,
    agent text,
    tool text,
    operation text not null,
    organization text,
    space text,
    change_request text
  )`,
  "create index act_organization on act (organization, at)",
  "create index act_change_request on act (change_request, at)",
  "create index act_space on act (space)",
  "create index act_at on act (at)",
];

/** Adds the audit log: who did what, through what. */
export async function addActs(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
