import type { Scope } from "../../contract/reach.ts";
import { hashSecret } from "../kernel/bytes.ts";
import { compiledRow } from "../kernel/database/compiled-query.ts";
import { createId, randomText } from "../kernel/database/ids.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";

/** Prefix that identifies a leaked token; the rest has 238 bits. */
const prefix = "cpd_";

/** Creates a token for a user. It is returned only here. */
export async function createToken(
  queries: Queries,
  token: { user: string; name: string; createdAt: string; expiresAt?: string | undefined; scope?: Scope },
): Promise<{ id: string; token: string }> {
  const id = createId();
  const text = prefix + randomText(40);
  await queries
    .insertInto("token")
    .values({
      id,
      hash: hashSecret(text),
      user: token.user,
      name: token.name,
      scope: token.scope ?? "admin",
      created_at: token.createdAt,
      expires_at: token.expiresAt ?? null,
      revoked_at: null,
    })
    .execute();
  return { id, token: text };
}

const findByHash = compiledRow((queries, hash: string, now: string) =>
  queries
    .selectFrom("token")
    .selectAll()
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)])),
);

/** The row of a token that is neither revoked nor expired. */
export function findToken(queries: Queries, token: string, now: string): Promise<Row<"token"> | undefined> {
  return findByHash(queries, hashSecret(token), now);
}

const findOwnerByHash = compiledRow((queries, hash: string, now: string) =>
  queries
    .selectFrom("token")
    .innerJoin("user", "user.id", "token.user")
    .selectAll("user")
    .select(["token.id as token", "token.scope", "token.last_used_at"])
    .where("token.hash", "=", hash)
    .where("user.disabled", "=", 0)
    .where("token.revoked_at", "is", null)
    .where(({ eb, or }) => or([eb("token.expires_at", "is", null), eb("token.expires_at", ">", now)])),
);

/** The user and scope of a token that is neither revoked nor expired. */
export interface TokenOwner extends Row<"user"> {
  readonly token: string;
  readonly scope: string;
  readonly last_used_at: string | null;
}

export function findTokenOwner(queries: Queries, token: string, now: string): Promise<TokenOwner | undefined> {
  return findOwnerByHash(queries, hashSecret(token), now);
}

/** Precision of the last-used time, in milliseconds. */
const noted = 60_000;

export const isUseDue = (lastUsedAt: string | null, now: string): boolean =>
  lastUsedAt === null || Date.parse(now) - Date.parse(lastUsedAt) >= noted;

export async function noteTokenUse(queries: Queries, id: string, now: string): Promise<void> {
  await queries.updateTable("token").set({ last_used_at: now }).where("id", "=", id).execute();
}

export function listTokens(queries: Queries, user: string): Promise<Row<"token">[]> {
  return queries.selectFrom("token").selectAll().where("user", "=", user).orderBy("created_at").orderBy("id").execute();
}

/** Tokens of all users, with the owners' names. */
export function listAllTokens(
  queries: Queries,
): Promise<(Row<"token"> & { readonly display_name: string; readonly email: string | null })[]> {
  return queries
    .selectFrom("token")
    .innerJoin("user", "user.id", "token.user")
    .selectAll("token")
    .select(["user.display_name", "user.email"])
    .orderBy("token.created_at")
    .orderBy("token.id")
    .execute();
}

/** Revokes any user's token. Returns whether it existed and was valid. */
export async function revokeToken(queries: Queries, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable("token")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Like `revokeToken`, but only for a token of the user. */
export async function revokeUserToken(queries: Queries, user: string, id: string, now: string): Promise<boolean> {
  const own = await queries
    .selectFrom("token")
    .select("id")
    .where("id", "=", id)
    .where("user", "=", user)
    .executeTakeFirst();
  return own !== undefined && revokeToken(queries, id, now);
}

/** The user's tokens that are neither revoked nor expired. */
export async function countWorkingTokens(queries: Queries, user: string, now: string): Promise<number> {
  const { count } = await queries
    .selectFrom("token")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user", "=", user)
    .where("revoked_at", "is", null)
    .where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .executeTakeFirstOrThrow();
  return count;
}

export async function revokeTokens(queries: Queries, user: string, now: string): Promise<void> {
  await queries
    .updateTable("token")
    .set({ revoked_at: now })
    .where("user", "=", user)
    .where("revoked_at", "is", null)
    .execute();
}
