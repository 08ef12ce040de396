import { createHmac, hkdfSync } from "node:crypto";
import type { Context } from "./context.ts";
import type { Queries, Timestamp } from "./database/tables.ts";
import { Made } from "./handler.ts";
import { Problem } from "./problem.ts";
import { openColumn, type Sealed, sealColumn } from "./secrets/sealed-columns.ts";
import { openText, sealText } from "./secrets/sealed-text.ts";

/**
 * A request that its sender named, so that it can be sent again if the response was lost. Its `Idempotency-Key` is not
 * stored: it is what the stored response is encrypted with, because responses may contain secrets.
 */
export interface NamedRequest {
  /** Derived from the key, to look it up. */
  readonly name: string;
  /** A keyed digest of the request: a different request may not use the same key. */
  readonly digest: string;
  /** Encrypts the response. */
  readonly key: Uint8Array;
}

/** How long a request may be repeated, in milliseconds: longer than any client retries. */
export const repeatableFor = 24 * 60 * 60 * 1000;

const maxKeyLength = 255;

/** Throws `bad_request` for an invalid key. */
export function namedRequest(name: string, request: unknown): NamedRequest {
  if (name === "" || name.length > maxKeyLength || !/^[!-~]+$/.test(name)) {
    throw new Problem(
      "bad_request",
      `Idempotency-Key: must have 1 to ${maxKeyLength} letters, digits and signs, without spaces; a UUID works well.`,
    );
  }
  const derived = Buffer.from(hkdfSync("sha256", name, "", "copydesk repeatable request", 96));
  const [lookup, key, digestKey] = [derived.subarray(0, 32), derived.subarray(32, 64), derived.subarray(64)];
  const digest = createHmac("sha256", digestKey).update(JSON.stringify(request)).digest("base64url");
  return { name: lookup.toString("base64url"), digest, key };
}

const boundTo = (user: string, { name }: NamedRequest) => `repeatable_request ${user} ${name}`;

/**
 * The stored response for the caller's request with this key, as its handler returned it; undefined for a new request.
 */
export async function findRepeated(
  { queries, user }: Context,
  named: NamedRequest,
): Promise<{ readonly returned: unknown } | undefined> {
  const row = await queries
    .selectFrom("repeatable_request")
    .selectAll()
    .where("user", "=", user.id)
    .where("name", "=", named.name)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.request !== named.digest) {
    throw new Problem(
      "conflict",
      "Idempotency-Key: this key was used for another request. Use a new key for each change.",
    );
  }
  const stored = openText(named.key, openColumn(queries, "repeatable_request.answer", row), boundTo(user.id, named));
  if (stored === undefined) {
    throw new Problem(
      "conflict",
      "Idempotency-Key: the change was made, but its stored response cannot be read. Read what was changed instead.",
    );
  }
  const { result, made, location } = JSON.parse(stored) as StoredResponse;
  return { returned: made ? new Made(result, location) : result };
}

/** Stores the response in the transaction of the change. */
export async function storeRepeatable(
  { queries, user, now }: Context,
  named: NamedRequest,
  returned: unknown,
): Promise<void> {
  const made = returned instanceof Made;
  const response: StoredResponse = made
    ? { result: returned.result, made, location: returned.location }
    : { result: returned, made };
  const row = { user: user.id, name: named.name };
  const encrypted = sealText(named.key, JSON.stringify(response), boundTo(user.id, named));
  const sealed = sealColumn(queries, "repeatable_request.answer", row, encrypted);
  await queries
    .insertInto("repeatable_request")
    .values({ ...row, request: named.digest, answer: sealed, created_at: now })
    .execute();
}

/** Deletes up to `limit` requests from before a time, and returns how many. */
export async function forgetRepeatable(queries: Queries, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom("repeatable_request")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("user", "name"),
        "in",
        selectFrom("repeatable_request as old")
          .select(["old.user", "old.name"])
          .where("old.created_at", "<", before)
          .limit(limit)
          .$asTuple("user", "name"),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

interface StoredResponse {
  readonly result: unknown;
  readonly made: boolean;
  readonly location?: string | undefined;
}

/** A completed change, by the key its sender gave the request. */
interface RepeatableRequestTable {
  user: string;
  /** Derived from the sender's key, which is not stored. */
  name: string;
  /** A keyed digest of the request. */
  request: string;
  /** JSON, encrypted with a key derived from the sender's. */
  answer: Sealed;
  created_at: Timestamp;
}

declare module "./database/tables.ts" {
  interface Tables {
    repeatable_request: RepeatableRequestTable;
  }
}
