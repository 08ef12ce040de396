import type { Generated } from "kysely";
import type { Queries, Timestamp } from "../../kernel/database/tables.ts";

/** The user whom an issuer identifies by a subject. */
export const findIdentity = (queries: Queries, issuer: string, subject: string) =>
  queries
    .selectFrom("identity")
    .selectAll()
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();

interface NewIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly user: string;
  readonly confirmed?: boolean;
}

/** Links an issuer's subject to a user. A confirmed link stays confirmed. */
export async function putIdentity(
  queries: Queries,
  { issuer, subject, user, confirmed = false }: NewIdentity,
  now: string,
): Promise<void> {
  await queries
    .insertInto("identity")
    .values({ issuer, subject, user, confirmed: confirmed ? 1 : 0, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(["issuer", "subject"]).doUpdateSet({ user, ...(confirmed ? { confirmed: 1 } : {}) }),
    )
    .execute();
}

export async function deleteIdentities(queries: Queries, issuer: string): Promise<void> {
  await queries.deleteFrom("identity").where("issuer", "=", issuer).execute();
}

interface IdentityTable {
  /** `saml:<provider>`, or the issuer of OpenID Connect. */
  issuer: string;
  /** The issuer's identifier for the person, which is never reassigned. */
  subject: string;
  user: string;
  /** 1 if the user, while signed in, allowed it. */
  confirmed: Generated<number>;
  created_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    identity: IdentityTable;
  }
}
