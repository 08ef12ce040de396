import { type Kysely, sql } from "kysely";

const statements = [
  `create table agent (
    id text primary key,
    user text not null,
    client text not null,
    name text not null,
    scope text not null,
    created_at text not null,
    last_used_at text,
    last_tool text
  )`,
  "create index agent_user on agent (user, created_at)",
  "create index agent_client on agent (client)",
  `create table oauth_record (
    kind text not null,
    hash text not null,
    payload text not null,
    agent text,
    uid text,
    expires_at text,
    consumed_at text,
    primary key (kind, hash)
  )`,
  "create index oauth_record_agent on oauth_record (agent)",
  "create index oauth_record_uid on oauth_record (kind, uid)",
  "create index oauth_record_expiry on oauth_record (expires_at)",
];

/** Adds connected agents and the authorization server's records. */
export async function addAgents(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
