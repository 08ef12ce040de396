import { hashOf } from "../kernel/bytes.ts";
import { keptRow } from "../kernel/database/kept-row.ts";
import type { Json, Queries, Row, Timestamp } from "../kernel/database/tables.ts";

interface NewRecord {
  readonly kind: string;
  readonly id: string;
  readonly payload: Json;
  readonly agent: string | undefined;
  readonly uid: string | undefined;
  readonly expiresAt: string | undefined;
}

export async function putOauthRecord(queries: Queries, record: NewRecord): Promise<void> {
  const { kind, id, payload, agent = null, uid = null, expiresAt = null } = record;
  const kept = { payload, agent, uid, expires_at: expiresAt };
  await queries
    .insertInto("oauth_record")
    .values({ kind, hash: hashOf(id), ...kept, consumed_at: null })
    .onConflict((conflict) => conflict.columns(["kind", "hash"]).doUpdateSet(kept))
    .execute();
}

const findByHash = keptRow((queries, kind: string, hash: string, now: string) =>
  queries
    .selectFrom("oauth_record")
    .selectAll()
    .where("kind", "=", kind)
    .where("hash", "=", hash)
    .where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)])),
);

export function findOauthRecord(
  queries: Queries,
  kind: string,
  id: string,
  now: string,
): Promise<Row<"oauth_record"> | undefined> {
  return findByHash(queries, kind, hashOf(id), now);
}

export const findOauthRecordByUid = keptRow((queries, kind: string, uid: string) =>
  queries.selectFrom("oauth_record").selectAll().where("kind", "=", kind).where("uid", "=", uid),
);

/** Returns whether this call consumed it: of two concurrent calls, only one does. */
export async function consumeOauthRecord(queries: Queries, kind: string, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable("oauth_record")
    .set({ consumed_at: now })
    .where("kind", "=", kind)
    .where("hash", "=", hashOf(id))
    .where("consumed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteOauthRecord(queries: Queries, kind: string, id: string): Promise<void> {
  await queries.deleteFrom("oauth_record").where("kind", "=", kind).where("hash", "=", hashOf(id)).execute();
}

export async function removeExpiredOauthRecords(queries: Queries, now: string): Promise<void> {
  await queries.deleteFrom("oauth_record").where("expires_at", "<=", now).execute();
}

/** Keeps a client's registration as long as an agent may need it. */
export async function keepOauthClient(queries: Queries, client: string): Promise<void> {
  await queries
    .updateTable("oauth_record")
    .set({ expires_at: null })
    .where("kind", "=", "Client")
    .where("hash", "=", hashOf(client))
    .execute();
}

/** Number of client registrations without consent yet. */
export async function countWaitingClients(queries: Queries, now: string): Promise<number> {
  const { count } = await queries
    .selectFrom("oauth_record")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("kind", "=", "Client")
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Records of the authorization server: clients, codes, tokens, pending authorizations. */
interface OauthRecordTable {
  kind: string;
  /** SHA-256 of its id, hexadecimal. The ids of codes and tokens are the secrets themselves and are not stored. */
  hash: string;
  payload: Json;
  agent: string | null;
  /** A second key for lookups. */
  uid: string | null;
  expires_at: Timestamp | null;
  consumed_at: Timestamp | null;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    oauth_record: OauthRecordTable;
  }
}
