import { type Kysely, sql } from "kysely";

const statements = [
  "alter table installation add column scopes text not null default '[]'",
  `update installation set scopes = coalesce(
    (select integration.scopes from integration where integration.name = installation.integration), '[]'
  )`,
];

/** Adds the scopes granted to an installation, which stay whatever its integration requests later. */
export async function addInstallationScopes(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
