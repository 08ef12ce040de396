import { hashSecret } from "../kernel/bytes.ts";
import { randomText } from "../kernel/database/ids.ts";
import type { Queries, Row, Timestamp } from "../kernel/database/tables.ts";

/** `operator`: created by someone with access to the data folder. `email`: sent to the user's address. */
export type LinkPurpose = "operator" | "email";

/** How long a link works, in milliseconds. */
const linkLength = 15 * 60 * 1000;

interface NewLink {
  readonly user: string;
  readonly purpose: LinkPurpose;
  readonly returnTo?: string | undefined;
}

/** Creates a link that signs a user in once. Its secret is returned only here. */
export async function createLink(
  queries: Queries,
  { user, purpose, returnTo }: NewLink,
  now: string,
): Promise<{ secret: string; expiresAt: string }> {
  await queries.deleteFrom("sign_in_link").where("expires_at", "<=", now).execute();
  const secret = randomText(43);
  const expiresAt = new Date(Date.parse(now) + linkLength).toISOString();
  const link = { hash: hashSecret(secret), user, purpose, return_to: returnTo ?? null };
  await queries
    .insertInto("sign_in_link")
    .values({ ...link, created_at: now, expires_at: expiresAt })
    .execute();
  return { secret, expiresAt };
}

/** Consumes the link with this secret. Of two concurrent calls, one gets it. */
export function takeLink(queries: Queries, secret: string, now: string): Promise<Row<"sign_in_link"> | undefined> {
  return queries
    .deleteFrom("sign_in_link")
    .where("hash", "=", hashSecret(secret))
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

export function findLink(queries: Queries, secret: string, now: string): Promise<Row<"sign_in_link"> | undefined> {
  return queries
    .selectFrom("sign_in_link")
    .selectAll()
    .where("hash", "=", hashSecret(secret))
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** A user's unused links for a purpose. */
export async function countLinks(queries: Queries, user: string, purpose: LinkPurpose, now: string): Promise<number> {
  const { count } = await queries
    .selectFrom("sign_in_link")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user", "=", user)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return count;
}

export async function endLinks(queries: Queries, user: string): Promise<void> {
  await queries.deleteFrom("sign_in_link").where("user", "=", user).execute();
}

interface SignInLinkTable {
  /** SHA-256 of the link's secret, hexadecimal. */
  hash: string;
  user: string;
  /** A `LinkPurpose`. */
  purpose: string;
  return_to: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    sign_in_link: SignInLinkTable;
  }
}
