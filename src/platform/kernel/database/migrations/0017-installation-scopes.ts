import { type Kysely, sql } from "kysely";

const statements = [
  "alter table installation add column scopes text not null default '[]'",
  `update installation set scopes = coalesce(
    (select integration.scopes from integration where integration.name = installation.integration), '[]'
  )`,
];

/** The scopes that an installation was given, whatever its integration asks for later. */
export async function addInstallationScopes(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
