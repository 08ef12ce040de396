import { hashSecret } from "../kernel/bytes.ts";
import type { Queries, Row, Timestamp } from "../kernel/database/tables.ts";
import { openColumn, type Sealed, sealColumn } from "../kernel/secrets/sealed-columns.ts";

interface NewRecord {
  readonly kind: string;
  readonly id: string;
  /** JSON. */
  readonly payload: string;
  readonly agent: string | undefined;
  readonly uid: string | undefined;
  readonly expiresAt: string | undefined;
}

export async function putOauthRecord(queries: Queries, record: NewRecord): Promise<void> {
  const { kind, id, payload, agent = null, uid = null, expiresAt = null } = record;
  const hash = hashSecret(id);
  const sealed = sealColumn(queries, "oauth_record.payload", { kind, hash }, payload);
  const columns = { payload: sealed, agent, uid, expires_at: expiresAt };
  await queries
    .insertInto("oauth_record")
    .values({ kind, hash, ...columns, consumed_at: null })
    .onConflict((conflict) => conflict.columns(["kind", "hash"]).doUpdateSet(columns))
    .execute();
}

const findByHash = (queries: Queries, kind: string, hash: string, now: string) =>
  queries
    .selectFrom("oauth_record")
    .selectAll()
    .where("kind", "=", kind)
    .where("hash", "=", hash)
    .where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .executeTakeFirst();

export interface OauthRecord extends Omit<Row<"oauth_record">, "payload"> {
  /** JSON. */
  readonly payload: string;
}

const opened = (queries: Queries, row: Row<"oauth_record"> | undefined): OauthRecord | undefined =>
  row && { ...row, payload: openColumn(queries, "oauth_record.payload", row) };

export async function findOauthRecord(
  queries: Queries,
  kind: string,
  id: string,
  now: string,
): Promise<OauthRecord | undefined> {
  return opened(queries, await findByHash(queries, kind, hashSecret(id), now));
}

export async function findOauthRecordByUid(
  queries: Queries,
  kind: string,
  uid: string,
): Promise<OauthRecord | undefined> {
  return opened(queries, await findByUid(queries, kind, uid));
}

const findByUid = (queries: Queries, kind: string, uid: string) =>
  queries.selectFrom("oauth_record").selectAll().where("kind", "=", kind).where("uid", "=", uid).executeTakeFirst();

/** Returns whether this call consumed it: of two concurrent calls, only one does. */
export async function consumeOauthRecord(queries: Queries, kind: string, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable("oauth_record")
    .set({ consumed_at: now })
    .where("kind", "=", kind)
    .where("hash", "=", hashSecret(id))
    .where("consumed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteOauthRecord(queries: Queries, kind: string, id: string): Promise<void> {
  await queries.deleteFrom("oauth_record").where("kind", "=", kind).where("hash", "=", hashSecret(id)).execute();
}

export async function removeExpiredOauthRecords(queries: Queries, now: string): Promise<void> {
  await queries.deleteFrom("oauth_record").where("expires_at", "<=", now).execute();
}

/** Keeps a client's registration as long as an agent may need it. */
export async function retainOauthClient(queries: Queries, client: string): Promise<void> {
  await queries
    .updateTable("oauth_record")
    .set({ expires_at: null, consumed_at: null, uid: null })
    .where("kind", "=", "Client")
    .where("hash", "=", hashSecret(client))
    .execute();
}

/** Kinds of records that anyone can have made, and that wait until a member agrees. */
export type WaitingKind = "Client" | "Interaction";

interface Waiting {
  readonly kind: WaitingKind;
  readonly id: string;
}

/** Limits on what waits. Of authorizations in progress, which last 15 minutes, an address is only limited in their rate. */
const maxWaiting: Readonly<Record<WaitingKind, { readonly ofAddress: number; readonly ofAll: number }>> = {
  Client: { ofAddress: 50, ofAll: 5000 },
  Interaction: { ofAddress: 5000, ofAll: 5000 },
};

/** How long a record is safe from being replaced after a member has seen its consent page, in milliseconds. */
const seenFor = 15 * 60 * 1000;

/** Records that a signed-in member is deciding about a client or an authorization. */
export async function noteSeen(queries: Queries, { kind, id }: Waiting, now: string): Promise<void> {
  await queries
    .updateTable("oauth_record")
    .set({ consumed_at: now })
    .where("kind", "=", kind)
    .where("hash", "=", hashSecret(id))
    .where("expires_at", "is not", null)
    .execute();
}

/**
 * Records the address that a new record comes from, and deletes the oldest of those that wait for consent: of the same
 * address if it has too many, and else, if there are too many in all, of the address that has most.
 */
export async function admitWaiting(
  queries: Queries,
  { kind, id }: Waiting,
  address: string,
  now: string,
): Promise<void> {
  const { ofAddress, ofAll } = maxWaiting[kind];
  await queries
    .updateTable("oauth_record")
    .set({ uid: address })
    .where("kind", "=", kind)
    .where("hash", "=", hashSecret(id))
    .execute();
  const own = (await countWaiting(queries, kind).where("uid", "=", address).executeTakeFirstOrThrow()).count;
  if (own > ofAddress) await deleteOldest(queries, kind, address, own - ofAddress, now);
  const { count } = await countWaiting(queries, kind).executeTakeFirstOrThrow();
  if (count <= ofAll) return;
  const { uid } = await countWaiting(queries, kind)
    .select("uid")
    .groupBy("uid")
    .orderBy("count", "desc")
    .orderBy(({ fn }) => fn.min("expires_at"))
    .limit(1)
    .executeTakeFirstOrThrow();
  await deleteOldest(queries, kind, uid, count - ofAll, now);
}

const countWaiting = (queries: Queries, kind: WaitingKind) =>
  queries
    .selectFrom("oauth_record")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("kind", "=", kind)
    .where("expires_at", "is not", null);

async function deleteOldest(
  queries: Queries,
  kind: WaitingKind,
  address: string | null,
  count: number,
  now: string,
): Promise<void> {
  const seenSince = new Date(Date.parse(now) - seenFor).toISOString();
  const oldest = queries
    .selectFrom("oauth_record")
    .select("hash")
    .where("kind", "=", kind)
    .where("expires_at", "is not", null)
    .where("uid", address === null ? "is" : "=", address)
    .where(({ eb, or }) => or([eb("consumed_at", "is", null), eb("consumed_at", "<", seenSince)]))
    .orderBy("expires_at")
    .limit(count);
  await queries.deleteFrom("oauth_record").where("kind", "=", kind).where("hash", "in", oldest).execute();
}

/** Records of the authorization server: clients, codes, tokens, pending authorizations. */
interface OauthRecordTable {
  kind: string;
  /** SHA-256 of its id, hexadecimal. The ids of codes and tokens are the secrets themselves and are not stored. */
  hash: string;
  /** JSON. */
  payload: Sealed;
  agent: string | null;
  /** A second key for lookups; of what waits for consent, the address it came from. */
  uid: string | null;
  /** Null for a client that someone has agreed to. */
  expires_at: Timestamp | null;
  /** Of what waits for consent, when a member last saw its consent page. */
  consumed_at: Timestamp | null;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    oauth_record: OauthRecordTable;
  }
}
