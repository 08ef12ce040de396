import { hashSecret } from "../kernel/bytes.ts";
import { createId, randomText } from "../kernel/database/ids.ts";
import type { Queries, Row, Timestamp } from "../kernel/database/tables.ts";

/** How long a session lasts, in milliseconds. */
export const sessionLength = 30 * 24 * 60 * 60 * 1000;

export interface NewSession {
  readonly user: string;
  /** How the person signed in: `link`, `invite`, `saml` or `oidc`. */
  readonly signInMethod: string;
  readonly userAgent: string | undefined;
  readonly now: string;
}

/** Creates a session; the secret goes into the cookie and is not stored. */
export async function createSession(
  queries: Queries,
  { user, signInMethod, userAgent, now }: NewSession,
): Promise<{ id: string; secret: string }> {
  const id = createId();
  const secret = randomText(43);
  const session = {
    id,
    hash: hashSecret(secret),
    user,
    made_by: signInMethod,
    user_agent: userAgent?.slice(0, 300) ?? null,
  };
  const expires_at = new Date(Date.parse(now) + sessionLength).toISOString();
  await queries
    .insertInto("session")
    .values({ ...session, created_at: now, last_used_at: now, expires_at })
    .execute();
  return { id, secret };
}

const findByHash = (queries: Queries, hash: string, now: string) =>
  queries
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user")
    .selectAll("session")
    .where("session.hash", "=", hash)
    .where("session.expires_at", ">", now)
    .where("user.disabled", "=", 0)
    .executeTakeFirst();

/** An active session of a user who is not disabled. */
export function findSession(queries: Queries, secret: string, now: string): Promise<Row<"session"> | undefined> {
  return findByHash(queries, hashSecret(secret), now);
}

export async function touchSession(queries: Queries, id: string, now: string): Promise<void> {
  await queries.updateTable("session").set({ last_used_at: now }).where("id", "=", id).execute();
}

/** The user's sessions, most recently used first. */
export function listSessions(queries: Queries, user: string, now: string): Promise<Row<"session">[]> {
  return queries
    .selectFrom("session")
    .selectAll()
    .where("user", "=", user)
    .where("expires_at", ">", now)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
}

/** Returns whether the user had this session. */
export async function endSession(queries: Queries, user: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom("session")
    .where("user", "=", user)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function endSessions(queries: Queries, user: string): Promise<void> {
  await queries.deleteFrom("session").where("user", "=", user).execute();
}

export async function removeExpiredSessions(queries: Queries, now: string): Promise<void> {
  await queries.deleteFrom("session").where("expires_at", "<=", now).execute();
}

interface SessionTable {
  id: string;
  /** SHA-256 of the cookie's secret, hexadecimal. */
  hash: string;
  user: string;
  made_by: string;
  user_agent: string | null;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    session: SessionTable;
  }
}
