import { sql } from "kysely";
import type { Queries } from "../kernel/database/tables.ts";
import { mostAttempts, mostCrashes } from "../kernel/jobs/jobs-rows.ts";

/** Rows that one transaction removes, so that nobody waits long for the write lock. */
const batch = 500;

/**
 * Removes jobs that ended before a time, except those that something still tells of: the last of a lane, and those that
 * an import run, a translation or a specification names. Answers whether there may be more.
 */
export async function removeEndedJobs(queries: Queries, before: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom("job")
    .where("id", "in", (inner) =>
      inner
        .selectFrom("job as ended")
        .select("ended.id")
        .where("ended.state", "in", ["succeeded", "failed", "cancelled"])
        .where("ended.ended_at", "<", before)
        .where(({ and, eb, exists, not, or, selectFrom }) =>
          and([
            not(exists(selectFrom("import_run").select("id").whereRef("job", "=", "ended.id"))),
            not(exists(selectFrom("translation").select("id").whereRef("job", "=", "ended.id"))),
            not(exists(selectFrom("openapi_spec").select("id").whereRef("job", "=", "ended.id"))),
            or([
              eb("ended.lane", "is", null),
              exists(
                selectFrom("job as later")
                  .select("later.id")
                  .whereRef("later.lane", "=", "ended.lane")
                  .where(sql<boolean>`later.rowid > ended.rowid`),
              ),
            ]),
          ]),
        )
        .limit(batch),
    )
    .executeTakeFirst();
  return numDeletedRows >= batch;
}

/** Forgets what is known of files that no import came upon since a time. Answers whether there may be more. */
export async function forgetGitBlobs(queries: Queries, before: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom("git_blob")
    .where("oid", "in", (inner) =>
      inner.selectFrom("git_blob").select("oid").where("used_at", "<", before).limit(batch),
    )
    .executeTakeFirst();
  return numDeletedRows >= batch;
}

/**
 * Has done again what broke off and nobody would ask for: readings of a specification's source, which therefore queued
 * no further one, and removals of what was deleted.
 */
export async function beginBrokenOffAnew(queries: Queries, now: string): Promise<void> {
  const anew = {
    attempts_left: mostAttempts,
    failures: 0,
    deaths: 0,
    furthest: 0,
    cancel_requested: 0,
    done: 0,
    total: null,
    message: "",
  };
  await queries
    .updateTable("job")
    // One more crash sets a job aside again: nobody watches these.
    .set(({ fn, lit }) => ({
      ...anew,
      crashes: fn<number>("min", ["crashes", lit(mostCrashes - 1)]),
      state: "waiting",
      due_at: now,
      started_at: null,
      ended_at: null,
      error: null,
      updated_at: now,
    }))
    .where("state", "=", "failed")
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("kind", "=", "purge"),
        eb("id", "in", selectFrom("openapi_spec").select("job").where("source_url", "is not", null)),
      ]),
    )
    .execute();
}

/** Whether a job of these kinds has been begun and not ended. */
export async function isRunning(queries: Queries, kinds: readonly string[]): Promise<boolean> {
  const row = await queries
    .selectFrom("job")
    .select("id")
    .where("state", "=", "running")
    .where("kind", "in", kinds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that something is done now, unless it was done since `since`: then answers false. */
export async function claimTurn(queries: Queries, name: string, now: string, since: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await queries
    .insertInto("setting")
    .values({ name, value: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: now }).where("setting.value", "<", since))
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
