import { keptRow } from "../kernel/database/kept-row.ts";
import type { Queries, Timestamp } from "../kernel/database/tables.ts";

/** The user whom an issuer knows by a subject. */
export const findIdentity = keptRow((queries, issuer: string, subject: string) =>
  queries.selectFrom("identity").selectAll().where("issuer", "=", issuer).where("subject", "=", subject),
);

export async function insertIdentity(
  queries: Queries,
  identity: { readonly issuer: string; readonly subject: string; readonly user: string },
  now: string,
): Promise<void> {
  await queries
    .insertInto("identity")
    .values({ ...identity, created_at: now })
    .execute();
}

export async function deleteIdentities(queries: Queries, issuer: string): Promise<void> {
  await queries.deleteFrom("identity").where("issuer", "=", issuer).execute();
}

interface IdentityTable {
  /** `saml:<provider>`, or the issuer of OpenID Connect. */
  issuer: string;
  /** What the issuer knows the person by, which never becomes another's. */
  subject: string;
  user: string;
  created_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    identity: IdentityTable;
  }
}
