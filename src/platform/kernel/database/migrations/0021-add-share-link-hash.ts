import { type Kysely, sql } from "kysely";

const statements = [
  "alter table site_share_link add column key_hash text",
  "create index site_share_link_key_hash on site_share_link (key_hash)",
];

/** Adds the hash by which the secret of a share link is found, since the secret itself may be encrypted. */
export async function addShareLinkHash(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
