import { sql } from "kysely";
import type { Queries } from "../../kernel/database/tables.ts";
import { maxAttempts, maxCrashes } from "../../kernel/jobs/jobs-rows.ts";

/**
 * Removes jobs that ended before a time, except the last of a lane and those that an import run, a translation or a
 * specification refers to. Removes up to `limit`, and returns how many.
 */
export async function removeEndedJobs(queries: Queries, before: string, limit: number): Promise<number> {
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
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Restarts failed jobs that no one would request again: readings of a specification's source, which queue the next
 * reading only when they succeed, and removals of deleted data.
 */
export async function restartFailedJobs(queries: Queries, now: string): Promise<void> {
  const restarted = {
    attempts_left: maxAttempts,
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
    // These restart unattended, so a single further crash sets them aside again.
    .set({
      ...restarted,
      crashes: sql<number>`case when crashes < ${sql.lit(maxCrashes - 1)} then crashes else ${sql.lit(maxCrashes - 1)} end`,
      state: "waiting",
      due_at: now,
      started_at: null,
      ended_at: null,
      error: null,
      updated_at: now,
    })
    .where("state", "in", ["failed", "cancelled"])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("kind", "=", "purge"),
        eb("id", "in", selectFrom("openapi_spec").select("job").where("source_url", "is not", null)),
      ]),
    )
    .execute();
}
