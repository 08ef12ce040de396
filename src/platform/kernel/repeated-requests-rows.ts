import { createHash } from "node:crypto";
import type { Context } from "./context.ts";
import type { Json, Queries, Timestamp } from "./database/tables.ts";
import { Made } from "./handler.ts";
import { Problem } from "./problem.ts";

/** A request that its sender named, so that it can be sent again if the response was lost. */
export interface NamedRequest {
  /** The `Idempotency-Key`: a different one for each change. */
  readonly name: string;
  /** A digest of the request: a different request may not use the same key. */
  readonly digest: string;
}

/** How long a request may be repeated, in milliseconds: longer than any client retries. */
export const repeatableFor = 24 * 60 * 60 * 1000;

const longestName = 255;

/** Throws `bad_request` for an invalid key. */
export function namedRequest(name: string, asked: unknown): NamedRequest {
  if (name === "" || name.length > longestName || !/^[!-~]+$/.test(name)) {
    throw new Problem(
      "bad_request",
      `Idempotency-Key: must have 1 to ${longestName} letters, digits and signs, without spaces; a UUID works well.`,
    );
  }
  return { name, digest: createHash("sha256").update(JSON.stringify(asked)).digest("base64url") };
}

/**
 * The stored response for the caller's request with this key, as its handler returned it; undefined for a new request.
 */
export async function findRepeated(
  { queries, user }: Context,
  { name, digest }: NamedRequest,
): Promise<{ readonly returned: unknown } | undefined> {
  const row = await queries
    .selectFrom("repeatable_request")
    .selectAll()
    .where("user", "=", user.id)
    .where("name", "=", name)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.request !== digest) {
    throw new Problem(
      "conflict",
      "Idempotency-Key: this key was used for another request. Use a new key for each change.",
    );
  }
  const { result, made, location } = JSON.parse(row.answer) as StoredAnswer;
  return { returned: made ? new Made(result, location) : result };
}

/** Stores the response in the transaction of the change. */
export async function keepRepeatable(
  context: Context,
  { name, digest }: NamedRequest,
  returned: unknown,
): Promise<void> {
  const made = returned instanceof Made;
  const answer: StoredAnswer = made
    ? { result: returned.result, made, location: returned.location }
    : { result: returned, made };
  await context.queries
    .insertInto("repeatable_request")
    .values({
      ...{ user: context.user.id, name, request: digest },
      ...{ answer: JSON.stringify(answer), created_at: context.now },
    })
    .execute();
}

/** Deletes up to `most` requests from before a time, and returns how many. */
export async function forgetRepeatable(queries: Queries, before: string, most: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom("repeatable_request")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("user", "name"),
        "in",
        selectFrom("repeatable_request as old")
          .select(["old.user", "old.name"])
          .where("old.created_at", "<", before)
          .limit(most)
          .$asTuple("user", "name"),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

interface StoredAnswer {
  readonly result: unknown;
  readonly made: boolean;
  readonly location?: string | undefined;
}

/** A completed change, by the key its sender gave the request. */
interface RepeatableRequestTable {
  user: string;
  name: string;
  /** A digest of the request. */
  request: string;
  answer: Json;
  created_at: Timestamp;
}

declare module "./database/tables.ts" {
  interface Tables {
    repeatable_request: RepeatableRequestTable;
  }
}
