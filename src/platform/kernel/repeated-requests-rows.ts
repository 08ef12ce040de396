import { createHmac, hkdfSync } from "node:crypto";
import type { Context } from "./context.ts";
import type { Queries, Timestamp } from "./database/tables.ts";
import { CreatedResult } from "./handler.ts";
import { Problem } from "./problem.ts";
import { openColumn, type Sealed, sealColumn } from "./secrets/sealed-columns.ts";
import { openText, sealText } from "./secrets/sealed-text.ts";

/**
 * A request with an `Idempotency-Key`, so that it can be sent again if the response was lost. The key is not
 * stored: it is what the stored response is encrypted with, because responses may contain secrets.
 */
export interface RepeatableRequest {
  /** Derived from the key, to look it up. */
  readonly name: string;
  /** A keyed digest of the request: a different request may not use the same key. */
  readonly digest: string;
  /** Encrypts the response. */
  readonly key: Uint8Array;
}

/** How long a request may be repeated, in milliseconds: longer than any client retries. */
export const repeatableMs = 24 * 60 * 60 * 1000;

const maxKeyLength = 255;

/** Throws `bad_request` for an invalid key. */
export function repeatableRequest(idempotencyKey: string, request: unknown): RepeatableRequest {
  if (idempotencyKey === "" || idempotencyKey.length > maxKeyLength || !/^[!-~]+$/.test(idempotencyKey)) {
    throw new Problem(
      "bad_request",
      `Idempotency-Key: must have 1 to ${maxKeyLength} letters, digits and signs, without spaces; a UUID works well.`,
    );
  }
  const derived = Buffer.from(hkdfSync("sha256", idempotencyKey, "", "copydesk repeatable request", 96));
  const [lookup, key, digestKey] = [derived.subarray(0, 32), derived.subarray(32, 64), derived.subarray(64)];
  const digest = createHmac("sha256", digestKey).update(JSON.stringify(request)).digest("base64url");
  return { name: lookup.toString("base64url"), digest, key };
}

const boundTo = ({ user, name }: { readonly user: string; readonly name: string }) =>
  `repeatable_request ${user} ${name}`;

/** An integration acts in a user's name, but its keys are its own. */
const nameFor = ({ integration }: Context, { name }: RepeatableRequest) =>
  integration === undefined ? name : `${name} ${integration.installation ?? integration.name}`;

/**
 * The stored response for the caller's request with this key, as its handler returned it; undefined for a new request.
 */
export async function findRepeated(
  context: Context,
  repeatable: RepeatableRequest,
): Promise<{ readonly result: unknown } | undefined> {
  const { queries, user } = context;
  const row = await queries
    .selectFrom("repeatable_request")
    .selectAll()
    .where("user", "=", user.id)
    .where("name", "=", nameFor(context, repeatable))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.request !== repeatable.digest) {
    throw new Problem(
      "conflict",
      "Idempotency-Key: this key was used for another request. Use a new key for each change.",
    );
  }
  const response = openText(repeatable.key, openColumn(queries, "repeatable_request.answer", row), boundTo(row));
  if (response === undefined) {
    throw new Problem(
      "conflict",
      "Idempotency-Key: the change was made, but its stored response cannot be read. Read what was changed instead.",
    );
  }
  const { result, made, location } = JSON.parse(response) as StoredResponse;
  return { result: made ? new CreatedResult(result, location) : result };
}

/** Stores the response in the transaction of the change. */
export async function storeRepeatable(context: Context, repeatable: RepeatableRequest, result: unknown): Promise<void> {
  const { queries, user, now } = context;
  const response: StoredResponse =
    result instanceof CreatedResult
      ? { result: result.result, made: true, location: result.location }
      : { result, made: false };
  const row = { user: user.id, name: nameFor(context, repeatable) };
  const encrypted = sealText(repeatable.key, JSON.stringify(response), boundTo(row));
  const sealed = sealColumn(queries, "repeatable_request.answer", row, encrypted);
  await queries
    .insertInto("repeatable_request")
    .values({ ...row, request: repeatable.digest, answer: sealed, created_at: now })
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
